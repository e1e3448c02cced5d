import { randomBytes } from "node:crypto";
import { putBytes } from "#kernel/files/small-file.ts";
import type { FileStore } from "#kernel/files/store.ts";
import type { AvatarPictures } from "./pictures.ts";

/** Where all pictures of people are in the file store. */
export const STORED = "avatars/";

/** Nobody finds a picture who was not told its name. */
const NAME_BYTES = 20;

/** A picture as addresses name it. */
interface Named {
  readonly realmId: number;
  /** 40 hexadecimal digits, random, of this version of the picture alone. */
  readonly name: string;
}

/** The name in the file store of one of the sizes. */
export const storedName = ({ realmId, name }: Named, size: keyof AvatarPictures): string =>
  `${STORED}${realmId}/${name}${size === "medium" ? "-medium" : ""}.png`;

/** All that the store has of a picture. */
export const storedNames = (picture: Named): string[] => [storedName(picture, "small"), storedName(picture, "medium")];

/** Stores a picture in all sizes. */
export async function storePictures(files: FileStore, picture: Named, { small, medium }: AvatarPictures) {
  await putBytes(files, storedName(picture, "medium"), medium);
  await putBytes(files, storedName(picture, "small"), small);
}

/** The same under a new name, which it returns. */
export async function storeNewPictures(files: FileStore, realmId: number, pictures: AvatarPictures): Promise<string> {
  const name = randomBytes(NAME_BYTES).toString("hex");
  await storePictures(files, { realmId, name }, pictures);
  return name;
}
