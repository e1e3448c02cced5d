/** In pixels, upright. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** How many of a file's first bytes mostly tell how large a picture is. */
export const DIMENSION_BYTES = 128 * 1024;

/** How large a picture says it is, by its first bytes; null where they do not tell. Nothing is decoded. */
export function readDimensions(format: string, bytes: Buffer): Dimensions | null {
  try {
    const found = DIMENSION_READERS[format]?.(bytes) ?? null;
    return found && found.width > 0 && found.height > 0 ? found : null;
  } catch (error) {
    // It ends before it has told.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const DIMENSION_READERS: Readonly<Record<string, (bytes: Buffer) => Dimensions | null>> = {
  png: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  gif: (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  webp: readWebp,
  jpeg: readJpeg,
};

/** Of each of the three kinds the first chunk tells. */
function readWebp(bytes: Buffer): Dimensions | null {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

const EXIF_SEGMENT = 0xe1;
const ORIENTATION_TAG = 0x112;
/** From this orientation on, the picture lies on its side. */
const FIRST_ROTATED_ORIENTATION = 5;

/** A chain of segments, one of which begins the frame; camera data come before it. */
function readJpeg(bytes: Buffer): Dimensions | null {
  let orientation = 1;
  for (let at = 2; bytes.readUInt8(at) === 0xff;) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === EXIF_SEGMENT) orientation = readOrientation(bytes.subarray(at + 4, end)) ?? orientation;
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return orientation >= FIRST_ROTATED_ORIENTATION ? { width: height, height: width } : { width, height };
    }
    at = end;
  }
  return null;
}

/** All of 0xc0 to 0xcf, but for three that bring tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** What is written in a TIFF within the segment, in either order of bytes. Undefined: nothing that could be read. */
function readOrientation(segment: Buffer): number | undefined {
  if (segment.toString("latin1", 0, 6) !== "Exif\0\0") return undefined;
  const tiff = segment.subarray(6);
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  try {
    const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const entries = short(directory);
    for (let index = 0; index < entries; index += 1) {
      const entry = directory + 2 + 12 * index;
      if (short(entry) === ORIENTATION_TAG) return short(entry + 8);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}
