/** Size of a picture when shown upright, in pixels. */
export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** Number of a file's first bytes that usually contain the size of the picture. */
export const DIMENSION_BYTES = 128 * 1024;

/**
 * Returns the size that a picture declares in its first bytes, or null if the size is not in these bytes. Does not
 * decode the picture.
 */
export function readDimensions(format: string, bytes: Buffer): Dimensions | null {
  try {
    const found = DIMENSION_READERS[format]?.(bytes) ?? null;
    return found && found.width > 0 && found.height > 0 ? found : null;
  } catch (error) {
    // The bytes end before the position of the size.
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

/** Reads the size from the first chunk, where each of the three WebP formats has it. */
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
/** Lowest orientation value of pictures that are stored rotated by 90 degrees. */
const FIRST_ROTATED_ORIENTATION = 5;

/**
 * Reads a sequence of segments, up to the start of the frame, which contains the size. The camera data, which contain
 * the orientation, precede it.
 */
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

/** Returns whether a marker starts a frame: all markers from 0xc0 to 0xcf do, except three that contain tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Reads the orientation from the TIFF data within the segment, in either byte order. Returns undefined if it cannot be
 * read.
 */
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
