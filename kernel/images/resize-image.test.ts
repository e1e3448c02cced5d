// Slow: decodes large images.
import assert from "node:assert/strict";
import { crc32 } from "node:zlib";
import { test } from "node:test";
import sharp from "sharp";
import { ImageTooLarge, NotAnImage } from "./errors.ts";
import { createSquareImages } from "./resize-image.ts";

/** Returns a picture whose left half is red and whose right half is blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "red" } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: "blue" } },
      left: width / 2,
      top: 0,
    },
  ]);

async function colourAt(image: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  const [red = 0, , blue = 0] = data.subarray(at, at + 3);
  return red > 200 && blue < 60 ? "red" : blue > 200 && red < 60 ? "blue" : `${red}, ${blue}`;
}

/** Returns a PNG that claims to have this size, although it contains a single pixel. */
async function claims(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  // The first chunk, from its type to its checksum.
  const header = png.subarray(12, 29);
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  png.writeUInt32BE(crc32(header), 29);
  return png;
}

test("the center of a picture in any accepted format is returned as PNG in each size", async () => {
  const wide = halves(600, 200);
  const formats = [wide.clone().jpeg(), wide.clone().png(), wide.clone().gif(), wide.clone().webp()];
  for (const format of formats) {
    const images = await createSquareImages(1, await format.toBuffer(), [100, 500]);
    assert.equal(images.length, 2);
    for (const [index, size] of [100, 500].entries()) {
      const image = images[index]!;
      const { format: made, width, height } = await sharp(image).metadata();
      assert.deepEqual([made, width, height], ["png", size, size]);
      const colours = [await colourAt(image, size * 0.2, size / 2), await colourAt(image, size * 0.8, size / 2)];
      assert.deepEqual(colours, ["red", "blue"]);
    }
  }
});

test("a picture is rotated upright, and the place where it was taken is removed from the file", async () => {
  const exif = { IFD0: { Copyright: "Elsinore" }, IFD3: { GPSLatitude: "56/1 2/1 0/1" } };
  const lying = await halves(400, 400).jpeg().withExif(exif).withMetadata({ orientation: 6, exif }).toBuffer();
  assert.ok(lying.includes("Elsinore"));
  const [image = Buffer.alloc(0)] = await createSquareImages(1, lying, [100]);
  assert.deepEqual([await colourAt(image, 50, 20), await colourAt(image, 50, 80)], ["red", "blue"]);
  assert.equal((await sharp(image).metadata()).exif, undefined);
  assert.ok(!image.includes("Elsinore"));
});

test("transparency is preserved", async () => {
  const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: "#00000000" } })
    .png()
    .toBuffer();
  for (const image of await createSquareImages(1, clear, [100, 500])) {
    const { data } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    assert.equal(data[3], 0);
  }
});

test("the first frame of an animated picture is used", async () => {
  const frame = (background: string) => ({ create: { width: 40, height: 40, channels: 3 as const, background } });
  const moving = await sharp([frame("red"), frame("blue")] as never, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  assert.equal((await sharp(moving).metadata()).pages, 2);
  const [image] = await createSquareImages(1, moving, [100]);
  assert.equal(await colourAt(image!, 50, 50), "red");
});

test("a file that is not a picture is rejected", async () => {
  const jpeg = await halves(400, 400).jpeg().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>';
  const refused = {
    nothing: Buffer.alloc(0),
    text: Buffer.from("To be, or not to be"),
    svg: Buffer.from(svg),
    tiff: await halves(40, 40).tiff().toBuffer(),
    broken: Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(1000)]),
    "cut off": jpeg.subarray(0, jpeg.length / 2),
    "a signature alone": Buffer.from("GIF89a"),
    "a drawing behind a signature": Buffer.from(`GIF89a${svg}`),
  };
  for (const [what, bytes] of Object.entries(refused)) {
    await assert.rejects(createSquareImages(1, bytes, [100]), NotAnImage, what);
  }
});

test("pictures that would exhaust the memory are rejected before they are decoded", async () => {
  await assert.rejects(createSquareImages(1, await claims(60_000, 60_000), [100]), ImageTooLarge);
  await assert.rejects(createSquareImages(1, await claims(7072, 7072), [100]), ImageTooLarge);
  // An interlaced picture must be decoded as a whole, so its limit is lower.
  const interlaced = (width: number) => halves(width, width).png({ progressive: true, compressionLevel: 1 }).toBuffer();
  await assert.rejects(createSquareImages(1, await interlaced(5002), [100]), ImageTooLarge);
  assert.equal((await createSquareImages(1, await interlaced(2000), [100])).length, 1);
  // Many small frames need as much memory as a large one.
  const frames = Array.from({ length: 13 }, (_, index) => ({
    create: { width: 2000, height: 2000, channels: 3 as const, background: index % 2 ? "red" : "blue" },
  }));
  const moving = await sharp(frames as never, { join: { animated: true } })
    .gif({ effort: 1 })
    .toBuffer();
  assert.ok(moving.length < 5_000_000);
  await assert.rejects(createSquareImages(1, moving, [100]), ImageTooLarge);
});

test("many pictures requested together are all created, and the event loop is not blocked", async () => {
  const photo = await halves(3000, 2000).jpeg().toBuffer();
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  count();
  const all = await Promise.all(
    Array.from({ length: 6 }, (_, owner) => createSquareImages(owner % 3, photo, [100, 500])),
  );
  isDone = true;
  assert.deepEqual(
    all.map(({ length }) => length),
    [2, 2, 2, 2, 2, 2],
  );
  assert.ok(turns > 100, `${turns} turns`);
});
