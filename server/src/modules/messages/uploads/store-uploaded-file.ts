import type { StreamedFile } from "@parlance/kernel/http/streamed-file.ts";
import { withGarbageCollection } from "@parlance/kernel/files/buffer-garbage-collection.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { type Dimensions, readDimensions, DIMENSION_BYTES } from "@parlance/kernel/images/image-dimensions.ts";
import { detectFormat } from "@parlance/kernel/images/image-formats.ts";
import {
  urlFileName,
  newPathPrefix,
  displayFileName,
  storageKey,
} from "#modules/messages/attachments/attachment-paths.ts";
import { detectContentType } from "./content-types.ts";

/** A file in the file store that has no database row yet. */
export interface StoredUpload {
  readonly pathId: string;
  readonly name: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Dimensions of a picture, as far as its first bytes contain them. `null` if it is not a picture. */
  readonly picture: { readonly dimensions: Dimensions | null } | null;
}

/** Stores a file while it is received. If it is not received completely, nothing is left in the store. */
export async function storeUploadedFile(
  files: FileStore,
  realmId: number,
  arriving: StreamedFile,
): Promise<StoredUpload> {
  const place = newPathPrefix(realmId);
  try {
    return await arriving.receive(({ name, content }) => storeFile(files, place, name, withGarbageCollection(content)));
  } catch (error) {
    // The file may have been stored before another error in the request was found.
    await files.delete([storageKey(place)]);
    throw error;
  }
}

/** Stores a file under the given prefix, with the file name given by the client. */
export async function storeFile(
  files: FileStore,
  place: string,
  given: string,
  content: AsyncIterable<Buffer>,
): Promise<StoredUpload> {
  const name = displayFileName(given);
  const first: Buffer[] = [];
  const size = await files.put(storageKey(place), copyFirstBytes(content, first));
  const bytes = Buffer.concat(first);
  const format = detectFormat(bytes);
  const picture = format === null ? null : { dimensions: readDimensions(format, bytes) };
  return { pathId: `${place}/${urlFileName(name)}`, name, contentType: detectContentType(name, bytes), size, picture };
}

/** Passes the bytes through, and copies the first ones. */
async function* copyFirstBytes(content: AsyncIterable<Buffer>, first: Buffer[]): AsyncIterable<Buffer> {
  let noted = 0;
  for await (const chunk of content) {
    if (noted < DIMENSION_BYTES) {
      first.push(Buffer.from(chunk.subarray(0, DIMENSION_BYTES - noted)));
      noted += chunk.length;
    }
    yield chunk;
  }
}
