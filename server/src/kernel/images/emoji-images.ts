import { makeImages } from "./make-images.ts";

/** Pixels of an emoji in each direction: twice as many as are shown in messages. */
const SIZE = 64;

export interface EmojiImages {
  /** A GIF where it moves, else a PNG. */
  readonly shown: Buffer;
  /** A PNG of how one that moves begins; null for all others. */
  readonly still: Buffer | null;
}

/**
 * Makes an emoji of a picture that somebody sent. `owner`: for whom.
 * @throws NotAnImage, ImageTooLarge
 */
export async function emojiImages(owner: number, source: Uint8Array): Promise<EmojiImages> {
  const [shown, still = null] = await makeImages(owner, source, ["emoji", String(SIZE)]);
  if (!shown) throw new Error("a picture was asked for");
  return { shown, still };
}
