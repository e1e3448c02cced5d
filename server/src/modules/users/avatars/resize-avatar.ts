import { createSquareImages } from "@parlance/kernel/images/resize-image.ts";

/** Maximum size of an uploaded avatar. */
export const MAX_AVATAR_BYTES = 5 * 2 ** 20;

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;

/** An avatar ready to be stored: PNGs, 100 and 500 pixels wide. */
export interface AvatarImages {
  readonly small: Buffer;
  readonly medium: Buffer;
}

/**
 * Resizes an uploaded file to the stored sizes. Slow: do not call it within a transaction. `owner` is the account that
 * the work is scheduled for, so that one user does not delay others.
 * @throws NotAnImage, ImageTooLarge
 */
export async function resizeAvatar(owner: number, file: Uint8Array): Promise<AvatarImages> {
  const [small, medium] = await createSquareImages(owner, file, [SMALL_PIXELS, MEDIUM_PIXELS]);
  if (!small || !medium) throw new Error("a picture of each size was asked for");
  return { small, medium };
}
