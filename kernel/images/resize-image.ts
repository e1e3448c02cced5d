import { runImageProgram } from "./make-images.ts";

/**
 * Makes a PNG of a picture that somebody sent, which fits into a width and a height in pixels. `owner`: for whom.
 * @throws NotAnImage, ImageTooLarge
 */
export async function fitImage(owner: number, source: Uint8Array, width: number, height: number): Promise<Buffer> {
  const [image] = await runImageProgram(owner, source, ["inside", String(width), String(height)]);
  if (!image) throw new Error("a picture was asked for");
  return image;
}

/**
 * Makes square PNGs, one of each size in pixels, of the middle of a picture that somebody sent. `owner`: for whom.
 * @throws NotAnImage, ImageTooLarge
 */
export const createSquareImages = (owner: number, source: Uint8Array, sizes: readonly number[]): Promise<Buffer[]> =>
  runImageProgram(owner, source, ["squares", ...sizes.map(String)]);
