import { Limiter } from "../base/limiter.ts";

type Colour = readonly [red: number, green: number, blue: number];

/** A square picture in two colors, or in one color on a transparent background. */
export interface Drawing {
  /** Width and height in pixels. */
  readonly size: number;
  /** Background color, or null for a transparent background. */
  readonly paper: Colour | null;
  readonly ink: Colour;
  /** Returns whether a point has the ink color. `x` and `y` range from 0 to 1, from the top left corner. */
  readonly isInked: (x: number, y: number) => boolean;
}

/** Lets only one picture be drawn at a time, because each uses megabytes and any client may request many. */
const limiter = new Limiter(1);
const SHARED_OWNER = 0;

/** Renders the drawing as PNG. */
export const drawPng = (drawing: Drawing): Promise<Buffer> => limiter.run(SHARED_OWNER, () => draw(drawing));

async function draw({ size, paper, ink, isInked }: Drawing): Promise<Buffer> {
  // Imported dynamically, because the library uses tens of megabytes, which a server that draws no pictures does not
  // need.
  const { default: sharp } = await import("sharp");
  const opaque = (colour: Colour): readonly number[] => [...colour, 255];
  const pixels = Buffer.alloc(size * size * 4, Buffer.from(paper ? opaque(paper) : [0]));
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (isInked((column + 0.5) / size, (row + 0.5) / size)) pixels.set(opaque(ink), (row * size + column) * 4);
    }
  }
  const image = sharp(pixels, { raw: { width: size, height: size, channels: 4 } });
  return (paper ? image.removeAlpha() : image).png({ compressionLevel: 9 }).toBuffer();
}
