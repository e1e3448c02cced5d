import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { readDimensions } from "./image-dimensions.ts";
import { detectFormat } from "./image-formats.ts";

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "red" } });

const measured = (bytes: Buffer) => readDimensions(detectFormat(bytes) ?? "", bytes);

test("the size of a picture in any accepted format is read from its first bytes", async () => {
  for (const [width, height] of [
    [1, 1],
    [300, 200],
    [16_000, 3],
  ] as const) {
    const picture = flat(width, height);
    const all = {
      png: picture.clone().png(),
      gif: picture.clone().gif(),
      jpeg: picture.clone().jpeg(),
      "progressive jpeg": picture.clone().jpeg({ progressive: true }),
      webp: picture.clone().webp(),
      "webp without loss": picture.clone().webp({ lossless: true }),
      "webp with a profile": picture.clone().withIccProfile("p3").webp(),
    };
    for (const [what, format] of Object.entries(all)) {
      assert.deepEqual(measured(await format.toBuffer()), { width, height }, what);
    }
  }
});

test("the size of a picture with a rotated orientation is its size when shown upright", async () => {
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const bytes = await flat(300, 200).jpeg().withMetadata({ orientation }).toBuffer();
    assert.deepEqual(measured(bytes), (await sharp(bytes).metadata()).autoOrient, String(orientation));
  }
});

test("for truncated, empty and invalid files, no size is returned and no error is thrown", async () => {
  for (const format of [flat(30, 20).png(), flat(30, 20).gif(), flat(30, 20).jpeg(), flat(30, 20).webp()]) {
    const bytes = await format.toBuffer();
    for (let length = 0; length < 30; length += 1) {
      const found = readDimensions(detectFormat(bytes) ?? "", bytes.subarray(0, length));
      assert.ok(found === null || found.width === 30, `${detectFormat(bytes)} of ${length}`);
    }
  }
  const wrong = {
    "a frame without pixels": [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0],
    "segments without length": [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff],
    "nothing but padding": [0xff, 0xd8, ...Array.from({ length: 100 }, () => 0xff)],
  };
  for (const [what, bytes] of Object.entries(wrong)) {
    assert.equal(readDimensions("jpeg", Buffer.from(bytes)), null, what);
  }
  assert.equal(readDimensions("tiff", Buffer.alloc(100)), null);
});
