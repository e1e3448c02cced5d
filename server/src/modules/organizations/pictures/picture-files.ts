import { randomBytes } from "node:crypto";
import { putBytes } from "@parlance/kernel/files/file-store.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";

const NAME_BYTES = 20;
const NAME = /^[0-9a-f]{40}\.png$/;

/** Where all pictures of organizations are in the file store. */
export const REALM_PICTURES_PREFIX = "realm-pictures/";

/** The name in the file store of what is called so in addresses; null: none is called so. */
export const pictureFileName = (realmId: number, fileName: string): string | null =>
  NAME.test(fileName) ? `${REALM_PICTURES_PREFIX}${realmId}/${fileName}` : null;

/** Where it is, on the organization's server. */
export const pictureUrl = (realmId: number, fileName: string): string => `/user_avatars/${realmId}/realm/${fileName}`;

/** Stores a PNG. Returns what it is called in addresses. */
export async function storePictureFile(files: FileStore, realmId: number, image: Buffer): Promise<string> {
  const fileName = `${randomBytes(NAME_BYTES).toString("hex")}.png`;
  await putBytes(files, `${REALM_PICTURES_PREFIX}${realmId}/${fileName}`, image);
  return fileName;
}

/** Largest file that is taken. */
export const MAX_PICTURE_BYTES = 5 * 2 ** 20;
