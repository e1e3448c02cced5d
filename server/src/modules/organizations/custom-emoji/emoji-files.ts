import { randomBytes } from "node:crypto";
import { putBytes } from "@parlance/kernel/files/file-store.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { EmojiImages } from "@parlance/kernel/images/emoji-images.ts";

const NAME_BYTES = 20;
const NAME = /^[0-9a-f]{40}(?:\.png|\.gif|-still\.png)$/;

/** Folder of all emoji images in the file store. */
export const EMOJI_PREFIX = "emoji/";

/** Returns the name in the file store for the file name in an emoji's URL; null if the file name is invalid. */
export const emojiFileName = (realmId: number, fileName: string): string | null =>
  NAME.test(fileName) ? `${EMOJI_PREFIX}${realmId}/${fileName}` : null;

/** Returns the file name of the still image of an animated emoji; null if the emoji is not animated. */
export const stillImageName = (fileName: string): string | null =>
  fileName.endsWith(".gif") ? fileName.replace(/\.gif$/, "-still.png") : null;

/** Stores the images of an emoji. Returns the file name of the image to show. */
export async function storeEmojiImages(
  files: FileStore,
  realmId: number,
  { shown, still }: EmojiImages,
): Promise<string> {
  const name = randomBytes(NAME_BYTES).toString("hex");
  const fileName = `${name}.${still ? "gif" : "png"}`;
  if (still) await putBytes(files, `${EMOJI_PREFIX}${realmId}/${name}-still.png`, still);
  await putBytes(files, `${EMOJI_PREFIX}${realmId}/${fileName}`, shown);
  return fileName;
}
