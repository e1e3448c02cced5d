import { spawn } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Limiter } from "../limiter.ts";
import { ImageTooLarge, NotAnImage } from "./errors.ts";
import { formatOf } from "./formats.ts";
import { type Outcome, outcomes } from "./outcomes.ts";

const PROGRAM = fileURLToPath(new URL("./program.ts", import.meta.url));

/** Longest time for one picture. */
const PATIENCE_MS = 20_000;

/** Pictures that are worked on at once, by this process: each takes a processor, and some memory. */
const limiter = new Limiter(2);

/**
 * Has pictures made of one that somebody sent (JPEG, PNG, GIF or WebP), in a process of its own. `owner`: for whom; the
 * pictures of one person are worked on one after the other. `wanted`: as the program takes it.
 * @throws NotAnImage
 * @throws ImageTooLarge where it has too many pixels, or takes too long
 */
export async function makeImages(owner: number, source: Uint8Array, wanted: readonly string[]): Promise<Buffer[]> {
  if (formatOf(source) === null) throw new NotAnImage();
  const { outcome, output } = await limiter.run(owner, () => run(source, wanted));
  switch (outcome) {
    case "done":
      return split(output);
    case "not an image":
      throw new NotAnImage();
    case "too large":
      throw new ImageTooLarge();
    case "failed":
      throw new Error("the program for pictures failed");
  }
}

async function run(source: Uint8Array, wanted: readonly string[]): Promise<{ outcome: Outcome; output: Buffer }> {
  // It gets nothing of the server's environment, where secrets are, but what finds libraries.
  const env = Object.fromEntries(
    ["PATH", "LD_LIBRARY_PATH"].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const child = spawn(process.execPath, [PROGRAM, ...wanted], {
    env,
    stdio: ["pipe", "pipe", "ignore"],
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("close", (code, signal) => resolve([code, signal]));
    child.once("error", reject);
  });
  // It may end before it has read everything.
  child.stdin.on("error", () => undefined);
  child.stdin.end(source);
  const [output, [code, signal]] = await Promise.all([buffer(child.stdout), ended]);
  // Killed, by us or for its memory: in either case the picture asks too much.
  return { outcome: signal === null ? (outcomes[code ?? 1] ?? "failed") : "too large", output };
}

/** The pictures, each of which stands after its length. */
function split(output: Buffer): Buffer[] {
  const images: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const end = at + 4 + output.readUInt32BE(at);
    images.push(Buffer.from(output.subarray(at + 4, end)));
    at = end;
  }
  return images;
}
