// Runs as a separate process for one picture. Reads the picture from its standard input, and writes the pictures that
// its arguments request to its standard output, each preceded by its length:
// - `squares 100 500`: squares of these sizes
// - `emoji 64`: an emoji of that size, and for an animated one also a still one
// - `inside 800 100`: a picture that fits into that size
// - `thumbnail 840 560`: the original size as JSON, a picture that fits into that size, and for an animated one also an
//   animated picture
//
// A hostile picture can harm only this process, and the memory used by the decoders is freed when it ends.
import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import sharp, { type Metadata } from "sharp";
import { detectFormat } from "./image-formats.ts";
import { type ExitOutcome, exitOutcomes } from "./exit-outcomes.ts";

/** Priority of the process, lower than that of the chat server. */
const NICENESS = 10;

/**
 * Maximum number of pixels of all frames together (for a thumbnail, of one frame): more than phone cameras produce, but
 * few enough to fit into memory.
 */
const MAX_PIXELS = 50_000_000;

/** Maximum number of pixels of an interlaced picture, which must be decoded as a whole. */
const MAX_INTERLACED_PIXELS = 20_000_000;

/** Maximum number of pixels of a GIF, which must also be decoded as a whole and needs more memory per pixel. */
const MAX_GIF_PIXELS = 12_000_000;

/** Maximum number of pixels of an animated picture whose frames are all needed, because they are decoded together. */
const MAX_ANIMATED_PIXELS = 12_000_000;

/**
 * Maximum number of frames. Each frame is enlarged and encoded again, so thousands of one-pixel frames would take
 * seconds and result in megabytes.
 */
const MAX_FRAMES = 500;

/** Pictures up to this width are not reduced to 256 colors, because this would save little. */
const FEW_PIXELS = 128;

/**
 * Compression effort for WebP, from 0 to 6. A higher effort takes several times as long and hardly makes thumbnails
 * smaller.
 */
const EFFORT = 2;

async function main([kind, ...numbers]: readonly string[]): Promise<ExitOutcome> {
  setPriority(NICENESS);
  sharp.concurrency(1);
  sharp.cache(false);
  // Of dozens of decoders, allow only those of the accepted formats.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer"] });
  sharp.unblock({ operation: ["VipsForeignLoadNsgifBuffer", "VipsForeignLoadWebpBuffer"] });
  const source = await buffer(process.stdin);
  if (detectFormat(source) === null) return "not an image";
  const metadata = await sharp(source, { limitInputPixels: false }).metadata();
  const sizes = numbers.map(Number);
  if (kind === "inside") return fitInside(source, metadata, sizes);
  return kind === "thumbnail"
    ? thumbnail(source, metadata, sizes)
    : createSizes(source, metadata, kind === "emoji", sizes);
}

function maxPixels({ format, isProgressive }: Metadata): number {
  if (format === "gif") return MAX_GIF_PIXELS;
  return isProgressive ? MAX_INTERLACED_PIXELS : MAX_PIXELS;
}

async function createSizes(source: Buffer, metadata: Metadata, isEmoji: boolean, sizes: readonly number[]) {
  const { width, height, pages = 1 } = metadata;
  const isMoving = isEmoji && pages > 1;
  if (isMoving && pages > MAX_FRAMES) return "too large";
  if (width * height * pages > (isMoving ? MAX_ANIMATED_PIXELS : maxPixels(metadata))) return "too large";
  for (const size of sizes) {
    if (isMoving) write(await createAnimated(source, size));
    write(isEmoji ? await createStill(source, size) : await square(source, size));
  }
  return "done";
}

/** Writes the whole first frame, reduced to the given size if it is larger. */
async function fitInside(source: Buffer, metadata: Metadata, [width = 0, height = 0]: readonly number[]) {
  if (metadata.width * metadata.height * (metadata.pages ?? 1) > maxPixels(metadata)) return "too large";
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient();
  const form = { width, height, fit: "inside", withoutEnlargement: true } as const;
  write(await image.resize(form).png({ compressionLevel: 9 }).toBuffer());
  return "done";
}

/**
 * Writes a thumbnail. If an animated picture has more frames than can be decoded together, its animated thumbnail
 * contains only the first ones.
 */
async function thumbnail(source: Buffer, metadata: Metadata, [width = 0, height = 0]: readonly number[]) {
  const pixels = metadata.width * metadata.height;
  if (pixels > maxPixels(metadata)) return "too large";
  const form = { width, height, fit: "inside", withoutEnlargement: true } as const;
  const upright = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient();
  const image = await upright.resize(form).webp({ effort: EFFORT }).toBuffer();
  write(Buffer.from(JSON.stringify(metadata.autoOrient)));
  write(image);
  const pages = Math.min(metadata.pages ?? 1, MAX_FRAMES, Math.floor(MAX_ANIMATED_PIXELS / pixels));
  if (pages > 1) {
    const frames = sharp(source, { pages, limitInputPixels: MAX_ANIMATED_PIXELS, failOn: "error" });
    write(await frames.resize(form).webp({ effort: EFFORT }).toBuffer());
  }
  return "done";
}

/**
 * Returns a square from the center of the first frame, upright. Metadata such as the place where the picture was taken
 * is omitted.
 */
function square(source: Buffer, size: number): Promise<Buffer> {
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .autoOrient()
    .resize(size, size, { fit: "cover" })
    .png(size <= FEW_PIXELS ? { compressionLevel: 9 } : { palette: true, effort: 7 })
    .toBuffer();
}

/** Returns the whole first frame, on a transparent background. */
function createStill(source: Buffer, size: number): Promise<Buffer> {
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .autoOrient()
    .resize(size, size, { fit: "contain", background: "transparent" })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Returns all frames as a GIF, on a transparent background. */
function createAnimated(source: Buffer, size: number): Promise<Buffer> {
  return sharp(source, { animated: true, limitInputPixels: MAX_ANIMATED_PIXELS, failOn: "error" })
    .resize(size, size, { fit: "contain", background: "transparent" })
    .gif()
    .toBuffer();
}

function write(image: Buffer): void {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(image.length);
  process.stdout.write(length);
  process.stdout.write(image);
}

const outcome = await main(process.argv.slice(2)).catch((): ExitOutcome => "not an image");
process.exitCode = exitOutcomes.indexOf(outcome);
