import { createSquareImages } from "@parlance/kernel/images/resize-image.ts";

/** How large a file with a picture of somebody may be. */
export const MAX_AVATAR_BYTES = 5 * 2 ** 20;

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;

/** A picture of somebody, ready to be kept: PNGs, 100 and 500 pixels wide. */
export interface AvatarImages {
  readonly small: Buffer;
  readonly medium: Buffer;
}

/**
 * Makes of a file what is kept. Slow: not within a transaction. `owner`: for whom, so that nobody keeps others waiting.
 * @throws NotAnImage, ImageTooLarge
 */
export async function resizeAvatar(owner: number, file: Uint8Array): Promise<AvatarImages> {
  const [small, medium] = await createSquareImages(owner, file, [SMALL_PIXELS, MEDIUM_PIXELS]);
  if (!small || !medium) throw new Error("a picture of each size was asked for");
  return { small, medium };
}
