import { createReadStream } from "node:fs";
import type { Tx } from "#kernel/db/types.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import { addAttachment } from "#modules/messages/attachments/actions/add-attachment.ts";
import { newPlace } from "#modules/messages/attachments/attachment-paths.ts";
import { keepFile } from "#modules/messages/uploads/store-uploaded-file.ts";

const PICTURES = new URL("../pictures/", import.meta.url);

/** Of a folder of our own. */
const names = ["lake.webp"];

interface Owned {
  readonly realmId: number;
  readonly ownerId: number;
  readonly files: FileStore;
  readonly now: Date;
}

/** Uploads the pictures of the demo organization as somebody's own. Returns their addresses by their names. */
export async function addPictures(tx: Tx, { files, ...owned }: Owned): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>();
  for (const name of names) {
    const content = createReadStream(new URL(name, PICTURES)) as AsyncIterable<Buffer>;
    const stored = await keepFile(files, newPlace(owned.realmId), name, content);
    await addAttachment(tx, { ...owned, ...stored, quota: Number.MAX_SAFE_INTEGER });
    addresses.set(name, `/user_uploads/${stored.pathId}`);
  }
  return addresses;
}
