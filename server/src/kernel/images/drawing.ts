import { crc32, deflateSync } from "node:zlib";

type Colour = readonly [red: number, green: number, blue: number];

/** A square picture of two colours. */
export interface Drawing {
  /** Width and height in pixels. */
  readonly size: number;
  readonly paper: Colour;
  readonly ink: Colour;
  /** Whether there is ink at a place; `x` and `y` go from 0 to 1, to the right and down. */
  readonly isInked: (x: number, y: number) => boolean;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The drawing as PNG: a bit a pixel, so that even large ones are small. */
export function drawnPng({ size, paper, ink, isInked }: Drawing): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // One bit deep, and its value says which colour of the palette.
  header.set([1, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from([...paper, ...ink])),
    chunk("IDAT", deflateSync(rows(size, isInked))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Each row begins with a byte that says that the pixels come as they are. */
function rows(size: number, isInked: Drawing["isInked"]): Buffer {
  const width = 1 + Math.ceil(size / 8);
  const bytes = Buffer.alloc(width * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isInked((column + 0.5) / size, (row + 0.5) / size)) continue;
      const at = row * width + 1 + (column >> 3);
      bytes.writeUInt8(bytes.readUInt8(at) | (0x80 >> (column & 7)), at);
    }
  }
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
