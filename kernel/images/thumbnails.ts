import { runImageProgram, type ImageSource } from "./make-images.ts";

/** In which form thumbnails are made; smaller pictures stay as small. */
export const THUMBNAIL = { width: 840, height: 560, format: "webp" } as const;

export interface Thumbnails {
  /** Of the picture itself, upright, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly still: Buffer;
  /** Of a picture that moves; null for all others. */
  readonly animated: Buffer | null;
}

/**
 * Makes what is shown of a picture in its stead. `owner`: for whom.
 * @throws NotAnImage, ImageTooLarge
 */
export async function createThumbnails(owner: number, source: ImageSource): Promise<Thumbnails> {
  const wanted = ["thumbnail", String(THUMBNAIL.width), String(THUMBNAIL.height)];
  const [size, still, moving = null] = await runImageProgram(owner, source, wanted);
  if (!size || !still) throw new Error("a picture was asked for");
  const { width, height } = JSON.parse(size.toString()) as { width: number; height: number };
  return { width, height, still, animated: moving };
}
