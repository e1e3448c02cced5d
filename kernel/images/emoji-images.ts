import { runImageProgram } from "./make-images.ts";

/** Width and height of an emoji, in pixels: twice the size at which messages show it. */
const EMOJI_SIZE_PIXELS = 64;

export interface EmojiImages {
  /** A GIF if the picture is animated, otherwise a PNG. */
  readonly shown: Buffer;
  /** For an animated emoji, a PNG of its first frame; otherwise null. */
  readonly still: Buffer | null;
}

/**
 * Creates an emoji from a user's picture. `owner`: the user's id.
 * @throws NotAnImage, ImageTooLarge
 */
export async function createEmojiImages(owner: number, source: Uint8Array): Promise<EmojiImages> {
  const [shown, still = null] = await runImageProgram(owner, source, ["emoji", String(EMOJI_SIZE_PIXELS)]);
  if (!shown) throw new Error("exactly one picture was requested");
  return { shown, still };
}
