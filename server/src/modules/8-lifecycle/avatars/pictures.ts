import { randomBytes } from "node:crypto";
import { squares } from "#kernel/images/squares.ts";

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;

/** Nobody finds a picture who was not told its name. */
const NAME_BYTES = 20;

/** A picture of somebody, ready to be kept. */
export interface AvatarPictures {
  /** 40 hexadecimal digits, random, of this version of the picture alone. */
  readonly name: string;
  /** PNGs, 100 and 500 pixels wide. */
  readonly small: Buffer;
  readonly medium: Buffer;
}

/**
 * Makes of a file what is kept. Slow: not within a transaction. `owner`: for whom, so that nobody keeps others waiting.
 * @throws NotAnImage, ImageTooLarge
 */
export async function makePictures(owner: number, file: Uint8Array): Promise<AvatarPictures> {
  const [small, medium] = await squares(owner, file, [SMALL_PIXELS, MEDIUM_PIXELS]);
  if (!small || !medium) throw new Error("a picture of each size was asked for");
  return { name: randomBytes(NAME_BYTES).toString("hex"), small, medium };
}
