import { randomBytes } from "node:crypto";
import { putBytes } from "#kernel/files/small-file.ts";
import type { FileStore } from "#kernel/files/file-store.ts";

const NAME_BYTES = 20;
const NAME = /^[0-9a-f]{40}\.png$/;

/** Where all pictures of organizations are in the file store. */
export const STORED = "realm-pictures/";

/** The name in the file store of what is called so in addresses; null: none is called so. */
export const storedName = (realmId: number, fileName: string): string | null =>
  NAME.test(fileName) ? `${STORED}${realmId}/${fileName}` : null;

/** Where it is, on the organization's server. */
export const pictureAddress = (realmId: number, fileName: string): string =>
  `/user_avatars/${realmId}/realm/${fileName}`;

/** Stores a PNG. Returns what it is called in addresses. */
export async function storePicture(files: FileStore, realmId: number, image: Buffer): Promise<string> {
  const fileName = `${randomBytes(NAME_BYTES).toString("hex")}.png`;
  await putBytes(files, `${STORED}${realmId}/${fileName}`, image);
  return fileName;
}

/** Largest file that is taken. */
export const MAX_BYTES = 5 * 2 ** 20;
