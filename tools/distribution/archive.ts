// Creates archives whose bytes depend only on the files in them: entries are sorted, and neither the time nor the user
// of the build is recorded.
import { posix } from "node:path";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import type { File } from "./file.ts";

/** Size of the pieces that are compressed in parallel, in bytes. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Header of a gzip file without a time stamp or a file name, written on a Unix system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3]);

const compress = promisify(deflateRaw);

/** Packs the files into a tar archive. The entries belong to root, and have the given modification time. */
export async function createTar(files: readonly File[], modified: Date): Promise<Uint8Array<ArrayBuffer>> {
  const about = { mtime: modified, uid: 0, gid: 0, uname: "root", gname: "root" };
  const folders = new Set(files.flatMap(({ path }) => foldersOf(path)));
  const entries: TarEntry[] = [
    ...[...folders].map((path) => ({
      header: { ...about, name: `${path}/`, size: 0, type: "directory" as const, mode: 0o755 },
    })),
    ...files.map(({ path, content, isExecutable }) =>
      content instanceof Uint8Array
        ? {
            header: { ...about, name: path, size: content.length, mode: isExecutable ? 0o755 : 0o644 },
            body: content as Uint8Array<ArrayBuffer>,
          }
        : {
            header: { ...about, name: path, size: 0, type: "symlink" as const, mode: 0o777, linkname: content.link },
          },
    ),
  ];
  return packTar(entries.toSorted((a, b) => (a.header.name < b.header.name ? -1 : 1)));
}

/** Returns the folders above a path. */
function foldersOf(path: string): string[] {
  const folder = posix.dirname(path);
  return folder === "." ? [] : [...foldersOf(folder), folder];
}

/** Compresses data into a gzip file. Its pieces are compressed in parallel, and form one stream. */
export async function createGzip(data: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  const count = Math.max(1, Math.ceil(data.length / PIECE_BYTES));
  const pieces = Array.from({ length: count }, (_, index) =>
    compress(data.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES), {
      finishFlush: index === count - 1 ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
    }),
  );
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(data), 0);
  trailer.writeUInt32LE(data.length % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEADER, ...(await Promise.all(pieces)), trailer]);
}
