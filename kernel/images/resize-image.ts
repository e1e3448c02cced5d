import { runImageProgram } from "./make-images.ts";

/**
 * Creates a PNG of a user's picture that fits into the given width and height, in pixels. `owner`: the user's id.
 * @throws NotAnImage, ImageTooLarge
 */
export async function fitImage(owner: number, source: Uint8Array, width: number, height: number): Promise<Buffer> {
  const [image] = await runImageProgram(owner, source, ["inside", String(width), String(height)]);
  if (!image) throw new Error("exactly one picture was requested");
  return image;
}

/**
 * Creates square PNGs from the center of a user's picture, one for each of the given sizes in pixels. `owner`: the
 * user's id.
 * @throws NotAnImage, ImageTooLarge
 */
export const createSquareImages = (owner: number, source: Uint8Array, sizes: readonly number[]): Promise<Buffer[]> =>
  runImageProgram(owner, source, ["squares", ...sizes.map(String)]);
