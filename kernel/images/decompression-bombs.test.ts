// Slow: decodes images at the limits that a server accepts.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";
import { machineSlowdown } from "@parlance/testkit/machine-slowdown.ts";
import sharp, { type Sharp } from "sharp";

const PROGRAM = fileURLToPath(new URL("./image-program.ts", import.meta.url));

/** Maximum memory that a picture may use, and maximum processor time on a reference machine. */
const MAX_MIB = 200;
const MAX_SECONDS = 1;

/**
 * Module that makes a program report its resource usage when it exits. The maximum memory does not include that of its
 * parent process.
 */
const REPORT_USAGE = `data:text/javascript,import { readFileSync } from "node:fs";
process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const [, kib] = /VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"));
  process.stderr.write(JSON.stringify({ mib: kib / 1024, seconds: (userCPUTime + systemCPUTime) / 1e6 }));
})`;

async function costOf(wanted: readonly string[], source: Buffer): Promise<{ mib: number; seconds: number }> {
  const child = spawn(process.execPath, ["--import", REPORT_USAGE, PROGRAM, ...wanted]);
  child.stdin.on("error", () => undefined);
  child.stdin.end(source);
  child.stdout.resume();
  return JSON.parse(await text(child.stderr)) as { mib: number; seconds: number };
}

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "red" } });

const frames = (count: number, width: number, height: number) =>
  sharp(
    Array.from({ length: count }, (_, index) => {
      return { create: { width, height, channels: 3 as const, background: index % 2 ? "red" : "blue" } };
    }) as never,
    { join: { animated: true } },
  );

/** Pictures of the maximum accepted size with few bytes, and pictures that are larger or claim to be. */
const bombs = {
  "a large PNG": () => flat(7000, 7000).png({ compressionLevel: 1 }).toBuffer(),
  "a rotated PNG": () => flat(7000, 7000).png({ compressionLevel: 1 }).withMetadata({ orientation: 6 }).toBuffer(),
  "an interlaced PNG": () => flat(4470, 4470).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
  "a large rotated JPEG": () => flat(7000, 7000).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
  "a progressive JPEG": () => flat(4470, 4470).jpeg({ progressive: true }).toBuffer(),
  "a large GIF": () => flat(3460, 3460).gif({ effort: 1 }).toBuffer(),
  "a large WebP": () => flat(7000, 7000).webp({ effort: 0 }).toBuffer(),
  "a GIF of many frames": () => frames(480, 200, 120).gif({ effort: 1 }).toBuffer(),
  "a GIF of large frames": () => frames(12, 1000, 1000).gif({ effort: 1 }).toBuffer(),
  "a WebP of many large frames": () => frames(20, 1000, 1000).webp({ effort: 0 }).toBuffer(),
  "a larger interlaced PNG": () => flat(6000, 6000).png({ progressive: true, compressionLevel: 1 }).toBuffer(),
  "a larger GIF": () => flat(6000, 6000).gif({ effort: 1 }).toBuffer(),
  "a PNG that claims to be huge": () =>
    claiming(flat(1, 1).png(), (bytes) => {
      const header = bytes.subarray(12, 29);
      header.writeUInt32BE(60_000, 4);
      header.writeUInt32BE(60_000, 8);
      bytes.writeUInt32BE(crc32(header), 29);
    }),
  "a GIF that claims to be huge": () =>
    claiming(flat(1, 1).gif(), (bytes) => {
      // Sets the size of the whole animation and of the first frame, whose description starts with a comma.
      for (const at of [6, bytes.indexOf(",", 13) + 5]) bytes.fill(0xff, at, at + 4);
    }),
};

async function claiming(picture: Sharp, lie: (bytes: Buffer) => void): Promise<Buffer> {
  const bytes = await picture.toBuffer();
  lie(bytes);
  return bytes;
}

for (const [what, bomb] of Object.entries(bombs)) {
  test(`${what} is processed with little memory, and its thumbnail is created quickly`, async (t) => {
    const source = await bomb();
    const thumbnail = await costOf(["thumbnail", "840", "560"], source);
    const avatar = await costOf(["squares", "100", "500"], source);
    const [mib, other] = [thumbnail, avatar].map((cost) => Math.round(cost.mib));
    t.diagnostic(`${source.length} bytes: ${mib} MiB in ${thumbnail.seconds.toFixed(2)} s; as an avatar ${other} MiB`);
    assert.ok(thumbnail.mib < MAX_MIB && avatar.mib < MAX_MIB);
    assert.ok(thumbnail.seconds / machineSlowdown() < MAX_SECONDS, `${thumbnail.seconds} s`);
  });
}
