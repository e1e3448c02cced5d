import { createSquareImages } from "@parlance/kernel/images/resize-image.ts";

/** Maximum size of an uploaded avatar, in bytes. */
export const MAX_AVATAR_BYTES = 5 * 2 ** 20;

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;

/** An avatar ready to be stored: PNGs, 100 and 500 pixels wide. */
export interface AvatarImages {
  readonly small: Buffer;
  readonly medium: Buffer;
}

/**
 * Resizes an uploaded picture to the sizes that are stored. Slow, so it must not be called within a transaction.
 * `owner`: the id of the user; the pictures of one user are processed one after the other, so that other users are not
 * delayed.
 * @throws NotAnImage, ImageTooLarge
 */
export async function resizeAvatar(owner: number, file: Uint8Array): Promise<AvatarImages> {
  const [small, medium] = await createSquareImages(owner, file, [SMALL_PIXELS, MEDIUM_PIXELS]);
  if (!small || !medium) throw new Error("a picture of each size was requested");
  return { small, medium };
}
