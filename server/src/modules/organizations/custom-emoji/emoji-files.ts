import { randomBytes } from "node:crypto";
import { putBytes } from "@parlance/kernel/files/file-store.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { EmojiImages } from "@parlance/kernel/images/emoji-images.ts";

const NAME_BYTES = 20;
const NAME = /^[0-9a-f]{40}(?:\.png|\.gif|-still\.png)$/;

/** Where all pictures of emoji are in the file store. */
export const EMOJI_PREFIX = "emoji/";

/** The name in the file store of what an organization's emoji is called in addresses; null: none is called so. */
export const emojiFileName = (realmId: number, fileName: string): string | null =>
  NAME.test(fileName) ? `${EMOJI_PREFIX}${realmId}/${fileName}` : null;

/** What the picture of how an emoji begins is called; null where it does not move. */
export const stillImageName = (fileName: string): string | null =>
  fileName.endsWith(".gif") ? fileName.replace(/\.gif$/, "-still.png") : null;

/** Stores the pictures of an emoji. Returns what the one that is shown is called. */
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
