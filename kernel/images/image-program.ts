// Runs as a process of its own, for one picture: it reads the picture from its standard input, and writes what its arguments
// ask for to its standard output, each piece after its length:
// - `squares 100 500`: squares of these sizes
// - `emoji 64`: an emoji of that size, and of one that moves a still one as well
// - `inside 800 100`: what fits into that
// - `thumbnail 840 560`: how large it is, as JSON, what fits into that, and of one that moves another that moves
// What a hostile picture does to the decoders, it does to this process alone, and the memory that they took is given back
// when it ends.
import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import sharp, { type Metadata } from "sharp";
import { detectFormat } from "./image-formats.ts";
import { type ExitOutcome, exitOutcomes } from "./exit-outcomes.ts";

/** Chat goes first. */
const NICENESS = 10;

/** Most pixels of all frames together: more than cameras of phones make, and less than would fill the memory. */
const MAX_PIXELS = 50_000_000;

/** The same where the rows do not come one after the other, so that the whole picture has to be decoded at once. */
const MAX_INTERLACED_PIXELS = 20_000_000;

/** The same of a GIF, which is decoded at once, too, and takes more memory for each pixel. */
const MAX_GIF_PIXELS = 12_000_000;

/** The same where all frames are wanted: they are decoded together. */
const MAX_ANIMATED_PIXELS = 12_000_000;

/** Each frame is enlarged and written anew, so that thousands of a single pixel cost seconds, and become megabytes. */
const MAX_FRAMES = 500;

/** Up to this width, all 256 colours would hardly show. */
const FEW_PIXELS = 128;

/** Of WebP, from 0 to 6: more of it makes thumbnails hardly smaller, and takes several times as long. */
const EFFORT = 2;

async function main([kind, ...numbers]: readonly string[]): Promise<ExitOutcome> {
  setPriority(NICENESS);
  sharp.concurrency(1);
  sharp.cache(false);
  // Of the dozens of decoders, those alone that the formats need.
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

/** The whole picture's first frame, no larger than it was. */
async function fitInside(source: Buffer, metadata: Metadata, [width = 0, height = 0]: readonly number[]) {
  if (metadata.width * metadata.height * (metadata.pages ?? 1) > maxPixels(metadata)) return "too large";
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient();
  const form = { width, height, fit: "inside", withoutEnlargement: true } as const;
  write(await image.resize(form).png({ compressionLevel: 9 }).toBuffer());
  return "done";
}

/** Of one with more frames than can be decoded together, the first ones move. */
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

/** The middle of the picture's first frame, upright. What else the file tells, such as where it was taken, is left out. */
function square(source: Buffer, size: number): Promise<Buffer> {
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .autoOrient()
    .resize(size, size, { fit: "cover" })
    .png(size <= FEW_PIXELS ? { compressionLevel: 9 } : { palette: true, effort: 7 })
    .toBuffer();
}

/** The whole picture's first frame, with nothing beside it. */
function createStill(source: Buffer, size: number): Promise<Buffer> {
  return sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .autoOrient()
    .resize(size, size, { fit: "contain", background: "transparent" })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The same with all frames, as a GIF. */
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
