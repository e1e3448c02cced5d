import { makeImages } from "./make-images.ts";

/**
 * Makes square PNGs, one of each size in pixels, of the middle of a picture that somebody sent. `owner`: for whom.
 * @throws NotAnImage, ImageTooLarge
 */
export const squares = (owner: number, source: Uint8Array, sizes: readonly number[]): Promise<Buffer[]> =>
  makeImages(owner, source, ["squares", ...sizes.map(String)]);
