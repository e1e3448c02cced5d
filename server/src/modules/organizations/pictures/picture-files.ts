import { randomBytes } from "node:crypto";
import { putBytes } from "@parlance/kernel/files/file-store.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";

const NAME_BYTES = 20;
const NAME = /^[0-9a-f]{40}\.png$/;

/** Folder of all organizations' pictures in the file store. */
export const REALM_PICTURES_PREFIX = "realm-pictures/";

/** Returns the name in the file store for the file name in a picture's URL; null if the file name is invalid. */
export const pictureFileName = (realmId: number, fileName: string): string | null =>
  NAME.test(fileName) ? `${REALM_PICTURES_PREFIX}${realmId}/${fileName}` : null;

/** Returns the URL path of a picture. */
export const pictureUrl = (realmId: number, fileName: string): string => `/user_avatars/${realmId}/realm/${fileName}`;

/** Stores a PNG. Returns its file name in URLs. */
export async function storePictureFile(files: FileStore, realmId: number, image: Buffer): Promise<string> {
  const fileName = `${randomBytes(NAME_BYTES).toString("hex")}.png`;
  await putBytes(files, `${REALM_PICTURES_PREFIX}${realmId}/${fileName}`, image);
  return fileName;
}

/** Maximum size of an uploaded picture, in bytes. */
export const MAX_PICTURE_BYTES = 5 * 2 ** 20;
