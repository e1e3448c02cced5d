import { randomBytes } from "node:crypto";
import { putBytes } from "#kernel/files/small-file.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import { type NamedPicture, storedName } from "#modules/users/core/avatars/avatar-files.ts";
import type { AvatarPictures } from "./resize-avatar.ts";

/** Nobody finds a picture who was not told its name. */
const NAME_BYTES = 20;

/** Stores a picture in all sizes. */
export async function storePictures(files: FileStore, picture: NamedPicture, { small, medium }: AvatarPictures) {
  await putBytes(files, storedName(picture, "medium"), medium);
  await putBytes(files, storedName(picture, "small"), small);
}

/** The same under a new name, which it returns. */
export async function storeNewPictures(files: FileStore, realmId: number, pictures: AvatarPictures): Promise<string> {
  const name = randomBytes(NAME_BYTES).toString("hex");
  await storePictures(files, { realmId, name }, pictures);
  return name;
}
