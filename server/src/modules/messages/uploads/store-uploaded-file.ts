import type { ArrivingFile } from "#kernel/http/streamed-file.ts";
import { collectingSpent } from "#kernel/files/buffer-garbage-collection.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import { type Dimensions, dimensionsOf, MEASURING_BYTES } from "#kernel/images/image-dimensions.ts";
import { formatOf } from "#kernel/images/image-formats.ts";
import { addressName, newPlace, shownName, storedName } from "#modules/messages/attachments/attachment-paths.ts";
import { contentTypeOf } from "./content-types.ts";

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
export async function receiveFile(files: FileStore, realmId: number, arriving: ArrivingFile): Promise<StoredUpload> {
  const place = newPlace(realmId);
  try {
    return await arriving.receive(({ name, content }) => keepFile(files, place, name, collectingSpent(content)));
  } catch (error) {
    // It may have been stored before something else in the request turned out to be wrong.
    await files.delete([storedName(place)]);
    throw error;
  }
}

/** Puts a file into the store, at a place of its own, under the name that its sender gives it. */
export async function keepFile(
  files: FileStore,
  place: string,
  given: string,
  content: AsyncIterable<Buffer>,
): Promise<StoredUpload> {
  const name = shownName(given);
  const first: Buffer[] = [];
  const size = await files.put(storedName(place), noting(content, first));
  const bytes = Buffer.concat(first);
  const format = formatOf(bytes);
  const picture = format === null ? null : { dimensions: dimensionsOf(format, bytes) };
  return { pathId: `${place}/${addressName(name)}`, name, contentType: contentTypeOf(name, bytes), size, picture };
}

/** The same bytes; the first of them are noted. */
async function* noting(content: AsyncIterable<Buffer>, first: Buffer[]): AsyncIterable<Buffer> {
  let noted = 0;
  for await (const chunk of content) {
    if (noted < MEASURING_BYTES) {
      first.push(Buffer.from(chunk.subarray(0, MEASURING_BYTES - noted)));
      noted += chunk.length;
    }
    yield chunk;
  }
}
