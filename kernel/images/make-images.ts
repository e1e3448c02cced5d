import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { Limiter } from "../base/limiter.ts";
import { childEnvironment } from "../untrusted-parsing/child-environment.ts";
import { ImageTooLarge, NotAnImage } from "./errors.ts";
import { detectFormat } from "./image-formats.ts";
import { type ExitOutcome, exitOutcomes } from "./exit-outcomes.ts";

const PROGRAM = fileURLToPath(new URL("./image-program.ts", import.meta.url));

/** Timeout for processing one picture, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Limits how many pictures are processed at the same time, because each needs a processor and some memory. */
const limiter = new Limiter(2);

/** A user's picture: its bytes, or a stream, which is read only when the processing starts. */
export type ImageSource = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Creates pictures from a user's picture (JPEG, PNG, GIF or WebP) in a separate process. `owner`: the user's id; the
 * pictures of one user are processed one after the other. `wanted`: arguments of the image program.
 * @throws NotAnImage
 * @throws ImageTooLarge if the picture has too many pixels, or takes too long
 */
export async function runImageProgram(
  owner: number,
  source: ImageSource,
  wanted: readonly string[],
): Promise<Buffer[]> {
  if (source instanceof Uint8Array && detectFormat(source) === null) throw new NotAnImage();
  const { outcome, output } = await limiter.run(owner, () => runProgram(source, wanted));
  switch (outcome) {
    case "done":
      return splitOutput(output);
    case "not an image":
      throw new NotAnImage();
    case "too large":
      throw new ImageTooLarge();
    case "failed":
      throw new Error("the image processor failed");
  }
}

async function runProgram(
  source: ImageSource,
  wanted: readonly string[],
): Promise<{ outcome: ExitOutcome; output: Buffer }> {
  const child = spawn(process.execPath, [PROGRAM, ...wanted], {
    env: childEnvironment(),
    stdio: ["pipe", "pipe", "ignore"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
    child.once("close", (code, signal) => resolve([code, signal]));
    child.once("error", reject);
  });
  const written = writeSource(source instanceof Uint8Array ? [source] : source, child.stdin);
  const [output, [code, signal]] = await Promise.all([buffer(child.stdout), ended, written]);
  // A signal ended the program: either the timeout or a lack of memory. In both cases, the picture needs too many
  // resources.
  return { outcome: signal === null ? (exitOutcomes[code ?? 1] ?? "failed") : "too large", output };
}

/**
 * Writes the source to the program's input. Rejects if reading the source fails, but not if the program ends before it
 * has read everything.
 */
async function writeSource(source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, stdin: Writable): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  const noting = async function* () {
    try {
      yield* source;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  await pipeline(noting, stdin).catch(() => undefined);
  if (failure) throw failure.error;
}

/** Splits the output into its pictures, each of which is preceded by its length. */
function splitOutput(output: Buffer): Buffer[] {
  const images: Buffer[] = [];
  for (let at = 0; at < output.length;) {
    const end = at + 4 + output.readUInt32BE(at);
    images.push(Buffer.from(output.subarray(at + 4, end)));
    at = end;
  }
  return images;
}
