import assert from "node:assert/strict";
import { test } from "node:test";
import { createEmojiImages } from "./emoji-images.ts";
import { ImageTooLarge } from "./errors.ts";

/** Returns a GIF of a single pixel that alternates between red and green. */
function blinking(frames: number): Buffer {
  const start = Buffer.from([...Buffer.from("GIF89a"), 1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]);
  const frame = (index: number) =>
    Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, index % 2 ? 0x4c : 0x44, 1, 0]);
  return Buffer.concat([start, ...Array.from({ length: frames }, (_, index) => frame(index)), Buffer.from(";")]);
}

test("a small picture with very many frames is rejected, because it would become a large emoji", async () => {
  assert.ok((await createEmojiImages(1, blinking(20))).still);
  await assert.rejects(createEmojiImages(1, blinking(2000)), ImageTooLarge);
});
