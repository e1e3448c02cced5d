import { runImageProgram } from "./make-images.ts";

/** Pixels of an emoji in each direction: twice as many as are shown in messages. */
const EMOJI_SIZE_PIXELS = 64;

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
export async function createEmojiImages(owner: number, source: Uint8Array): Promise<EmojiImages> {
  const [shown, still = null] = await runImageProgram(owner, source, ["emoji", String(EMOJI_SIZE_PIXELS)]);
  if (!shown) throw new Error("a picture was asked for");
  return { shown, still };
}
