import { randomBytes } from "node:crypto";
import { putBytes } from "@parlance/kernel/files/file-store.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { type AvatarFile, avatarFileName } from "#modules/users/core/avatars/avatar-files.ts";
import type { AvatarImages } from "./resize-avatar.ts";

/** Length of an avatar's random name, in bytes. Long enough that the name cannot be guessed. */
const NAME_BYTES = 20;

/** Stores an avatar in all sizes. */
export async function storeAvatarFiles(files: FileStore, picture: AvatarFile, { small, medium }: AvatarImages) {
  await putBytes(files, avatarFileName(picture, "medium"), medium);
  await putBytes(files, avatarFileName(picture, "small"), small);
}

/** Stores an avatar in all sizes under a new name, and returns the name. */
export async function storeNewAvatarFiles(files: FileStore, realmId: number, pictures: AvatarImages): Promise<string> {
  const name = randomBytes(NAME_BYTES).toString("hex");
  await storeAvatarFiles(files, { realmId, name }, pictures);
  return name;
}
