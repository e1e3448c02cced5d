import { makeImages } from "./make-images.ts";

/**
 * Makes a PNG of a picture that somebody sent, which fits into a width and a height in pixels. `owner`: for whom.
 * @throws NotAnImage, ImageTooLarge
 */
export async function fitted(owner: number, source: Uint8Array, width: number, height: number): Promise<Buffer> {
  const [image] = await makeImages(owner, source, ["inside", String(width), String(height)]);
  if (!image) throw new Error("a picture was asked for");
  return image;
}
