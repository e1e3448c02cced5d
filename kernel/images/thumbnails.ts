import { runImageProgram, type ImageSource } from "./make-images.ts";

/** Maximum size, in pixels, and format of thumbnails. Smaller pictures are not enlarged. */
export const THUMBNAIL = { width: 840, height: 560, format: "webp" } as const;

export interface Thumbnails {
  /** Size of the original picture when shown upright, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly still: Buffer;
  /** The animated thumbnail if the picture is animated, otherwise null. */
  readonly animated: Buffer | null;
}

/**
 * Creates the thumbnails that are shown in place of a picture. `owner`: the user's id.
 * @throws NotAnImage, ImageTooLarge
 */
export async function createThumbnails(owner: number, source: ImageSource): Promise<Thumbnails> {
  const wanted = ["thumbnail", String(THUMBNAIL.width), String(THUMBNAIL.height)];
  const [size, still, moving = null] = await runImageProgram(owner, source, wanted);
  if (!size || !still) throw new Error("exactly one picture was requested");
  const { width, height } = JSON.parse(size.toString()) as { width: number; height: number };
  return { width, height, still, animated: moving };
}
