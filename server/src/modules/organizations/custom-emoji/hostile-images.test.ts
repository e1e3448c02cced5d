// Slow: decodes large images.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { fetchPath, createTestOrganization, type TestUser } from "@parlance/testkit";

const HTML = "<html><script>alert(document.domain)</script></html>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>`;

const flat = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: "red" } });

const png = await flat().png().toBuffer();
const jpeg = await flat().jpeg().toBuffer();
const gif = await flat().gif().toBuffer();

/** Creates a PNG chunk. */
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const PNG_HEADER_BYTES = 8 + 25;

const withChunk = (type: string, content: string): Buffer =>
  Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), chunk(type, Buffer.from(content)), png.subarray(PNG_HEADER_BYTES)]);

const withComment = (text: string): Buffer => {
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([head, Buffer.from(text), jpeg.subarray(2)]);
};

/** Creates a PNG whose header declares this size. */
function claiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([png.subarray(0, 8), chunk("IHDR", header), png.subarray(PNG_HEADER_BYTES)]);
}

/** Uploads a file as an emoji. The content type may be wrong. */
const adds = (person: TestUser, name: string, bytes: Buffer, type = "image/png") =>
  person.call("POST", `/realm/emoji/${name}`, { file: new File([Buffer.from(bytes)], "emoji.png", { type }) });

test("HTML pages, SVG drawings and other unsupported files are rejected as emoji, whatever their content type is", async () => {
  const { hamlet } = await createTestOrganization();
  const refused = {
    "a page": Buffer.from(HTML),
    "a drawing": Buffer.from(SVG),
    "a drawing as a document": Buffer.from(`<?xml version="1.0"?>${SVG}`),
    "a drawing, packed": Buffer.from(`\x1f\x8b${SVG}`, "latin1"),
    "a page after a GIF's signature": Buffer.from(`GIF89a${HTML}`),
    "a script that is a GIF's header": Buffer.from("GIF89a=1;alert(1)//"),
    "a page after a PNG's signature": Buffer.concat([png.subarray(0, 8), Buffer.from(HTML)]),
    "a page after a PNG's header": Buffer.concat([png.subarray(0, PNG_HEADER_BYTES), Buffer.from(HTML)]),
    "a page after a JPEG's signature": Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(HTML)]),
    "a page within a RIFF": Buffer.from(`RIFF\x40\0\0\0WEBPVP8 ${HTML}`, "latin1"),
    "a PDF": Buffer.from("%PDF-1.7\n%%EOF"),
    "a TIFF": await flat().tiff().toBuffer(),
    "an AVIF": Buffer.from("\0\0\0\x20ftypavif", "latin1"),
    "an icon": Buffer.from([0, 0, 1, 0, 1, 0]),
    nothing: Buffer.alloc(0),
  };
  for (const [what, bytes] of Object.entries(refused)) {
    for (const type of ["image/png", "image/svg+xml", "text/html"]) {
      const { status, code, msg } = await adds(hamlet, "evil", bytes, type);
      const undecodable = "Could not decode image; did you upload an image file?";
      assert.deepEqual([status, code, msg], [400, "BAD_IMAGE", undecodable], what);
    }
  }
  assert.deepEqual((await hamlet.callOrThrow("GET", "/realm/emoji")).emoji, {});
});

test("if a file is an image and something else at the same time, only the image is stored and served", async () => {
  const { hamlet } = await createTestOrganization();
  const both = {
    before_a_page: Buffer.concat([png, Buffer.from(HTML)]),
    before_an_archive: Buffer.concat([gif, Buffer.from("PK\x03\x04evil.html", "latin1"), Buffer.from(HTML)]),
    text_in_a_png: withChunk("tEXt", `Comment\0${HTML}`),
    document_in_a_png: withChunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${SVG}`),
    comment_in_a_jpeg: withComment(HTML),
    exif_in_a_jpeg: await flat()
      .jpeg()
      .withExif({ IFD0: { ImageDescription: HTML } })
      .toBuffer(),
    exif_in_a_webp: await flat()
      .webp()
      .withExif({ IFD0: { ImageDescription: HTML } })
      .toBuffer(),
  };
  for (const [name, bytes] of Object.entries(both)) {
    assert.ok(/script/.test(bytes.toString("latin1")), name);
    assert.equal((await adds(hamlet, name, bytes, "text/html")).status, 200, name);
  }
  const { emoji } = await hamlet.callOrThrow("GET", "/realm/emoji");
  assert.equal(Object.keys(emoji).length, Object.keys(both).length);
  for (const { name, source_url } of Object.values(emoji)) {
    const { status, headers, bytes } = await fetchPath(hamlet.site, source_url);
    assert.deepEqual(
      [status, headers["content-type"], headers["x-content-type-options"]],
      [200, "image/png", "nosniff"],
    );
    assert.match(String(headers["content-security-policy"]), /^default-src 'none'; sandbox; /);
    assert.ok(!/script|alert|evil/.test(bytes.toString("latin1")), name);
    assert.equal((await sharp(bytes).metadata()).width, 64, name);
  }
});

test("images that would use too much memory are rejected, and other images are still accepted", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const hugeGif = Buffer.from(gif);
  // Change both sizes: that of the whole image, and that of the first frame, whose descriptor starts with a comma.
  for (const at of [6, gif.indexOf(",", 13) + 5]) hugeGif.fill(0xff, at, at + 4);
  const frames = Array.from({ length: 13 }, (_, index) => ({
    create: { width: 1000, height: 1000, channels: 3 as const, background: index % 2 ? "red" : "blue" },
  }));
  const bombs = {
    "a PNG that claims to be huge": claiming(60_000, 60_000),
    "a PNG that claims to be wide": claiming(2 ** 31 - 1, 1),
    "a GIF that claims to be huge": hugeGif,
    "a flat PNG": await flat(8000, 7000).png().toBuffer(),
    "a flat interlaced PNG": await flat(5000, 5000).png({ progressive: true }).toBuffer(),
    "a GIF of large frames": await sharp(frames as never, { join: { animated: true } })
      .gif({ effort: 1 })
      .toBuffer(),
  };
  const answers = await Promise.all(
    Object.entries(bombs).map(async ([what, bytes]) => [what, await adds(hamlet, "huge_picture", bytes)] as const),
  );
  for (const [what, { status, code }] of answers) assert.deepEqual([status, code], [400, "BAD_IMAGE"], what);
  assert.equal((await adds(othello, "blob", png)).status, 200);
  assert.deepEqual(
    Object.values((await hamlet.callOrThrow("GET", "/realm/emoji")).emoji).map(({ name }) => name),
    ["blob"],
  );
});
