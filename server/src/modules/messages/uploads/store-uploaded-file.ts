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

/** A file whose bytes are in the file store. Its database row does not exist yet. */
export interface StoredUpload {
  readonly pathId: string;
  readonly name: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** `null` if the file is not a picture. `dimensions` is null if the first bytes do not contain the dimensions. */
  readonly picture: { readonly dimensions: Dimensions | null } | null;
}

/** Stores a file while its bytes are being received. If the request fails, no data is left in the store. */
export async function storeUploadedFile(files: FileStore, realmId: number, file: StreamedFile): Promise<StoredUpload> {
  const place = newPathPrefix(realmId);
  try {
    return await file.receive(({ name, content }) => storeFile(files, place, name, withGarbageCollection(content)));
  } catch (error) {
    // The file may already have been stored when an error was found in the rest of the request.
    await files.delete([storageKey(place)]);
    throw error;
  }
}

/** Stores a file. `place` is the start of its path id, and `originalName` is the file name that the client sent. */
export async function storeFile(
  files: FileStore,
  place: string,
  originalName: string,
  content: AsyncIterable<Buffer>,
): Promise<StoredUpload> {
  const name = displayFileName(originalName);
  const first: Buffer[] = [];
  const size = await files.put(storageKey(place), copyFirstBytes(content, first));
  const bytes = Buffer.concat(first);
  const format = detectFormat(bytes);
  const picture = format === null ? null : { dimensions: readDimensions(format, bytes) };
  return { pathId: `${place}/${urlFileName(name)}`, name, contentType: detectContentType(name, bytes), size, picture };
}

/** Yields all bytes unchanged, and copies the first of them to `first`. */
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
