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

/** A file in the store that has no row yet. */
export interface StoredUpload {
  readonly pathId: string;
  readonly name: string;
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
  /** Of a picture, as far as its first bytes tell; null: it is none. */
  readonly picture: { readonly dimensions: Dimensions | null } | null;
}

/** Puts a file into the store as it comes in. Where it does not come in whole, nothing stays there. */
export async function storeUploadedFile(
  files: FileStore,
  realmId: number,
  arriving: StreamedFile,
): Promise<StoredUpload> {
  const place = newPathPrefix(realmId);
  try {
    return await arriving.receive(({ name, content }) => storeFile(files, place, name, withGarbageCollection(content)));
  } catch (error) {
    // It may have been stored before something else in the request turned out to be wrong.
    await files.delete([storageKey(place)]);
    throw error;
  }
}

/** Puts a file into the store, at a place of its own, under the name that its sender gives it. */
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

/** The same bytes; the first of them are noted. */
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
