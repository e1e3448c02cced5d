// Runs an unpacked distribution in the way that operators do: without Node and npm in the search path.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** The environment of the commands: nothing of this process. */
const ENVIRONMENT = { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" };

/** The result of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** An unpacked distribution. */
export class UnpackedDistribution {
  /** Folder of the distribution. */
  readonly folder: string;
  /** Command line to which the command lines of the distribution are appended, for example to run them as another user. */
  readonly #wrapper: readonly string[];
  /** Path of the folder for programs that the wrapper starts. */
  readonly #seenAs: string;

  constructor(
    folder: string,
    { wrapper = [], seenAs = folder }: { wrapper?: readonly string[]; seenAs?: string } = {},
  ) {
    this.folder = folder;
    this.#wrapper = wrapper;
    this.#seenAs = seenAs;
  }

  /** Unpacks an archive into a folder that exists, without the folder in the archive. */
  static unpack(archive: string, folder: string): void {
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["xzf", archive, "-C", folder, "--strip-components=1", "--no-same-owner"]);
  }

  /** Runs a command, such as `organization list`. */
  async run(args: readonly string[], input = ""): Promise<CommandResult> {
    const child = this.#spawn(args, "pipe");
    child.stdin?.end(input);
    const ended = once(child, "close") as Promise<[number | null]>;
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      ended,
    ]);
    return { code, output, errors };
  }

  /** Runs a command with JSON output. Throws unless it succeeds. */
  async runForJson<Result>(args: readonly string[]): Promise<Result> {
    const { code, output, errors } = await this.run([...args, "--json"]);
    if (code !== 0) throw new Error(`parlance ${args.join(" ")} ended with ${code}: ${errors}`);
    return JSON.parse(output) as Result;
  }

  /** Starts a server on a free port. Resolves once it listens. */
  serve(args: readonly string[]): Promise<DistributionServer> {
    return DistributionServer.start(() => this.#spawn(["serve", "--port", "0", ...args], "ignore"));
  }

  #spawn(args: readonly string[], stdin: "pipe" | "ignore"): ChildProcess {
    const [command = "", ...rest] = [...this.#wrapper, join(this.#seenAs, "parlance"), ...args];
    return spawn(command, rest, { env: ENVIRONMENT, stdio: [stdin, "pipe", "pipe"], cwd: this.folder });
  }
}

/** A server that was started from a distribution. */
export class DistributionServer implements AsyncDisposable {
  readonly url: string;
  /** Time from the start of the command until the server listened, in milliseconds. */
  readonly startMs: number;
  readonly #child: ChildProcess;
  readonly #output: ProcessOutput;

  private constructor(child: ChildProcess, output: ProcessOutput, started: { url: string; startMs: number }) {
    this.#child = child;
    this.#output = output;
    this.url = started.url;
    this.startMs = started.startMs;
  }

  static async start(spawnServer: () => ChildProcess): Promise<DistributionServer> {
    const began = performance.now();
    const child = spawnServer();
    const output = new ProcessOutput(child);
    const [, url = ""] = await output.untilMatch(/^listening on (\S+)$/m);
    return new DistributionServer(child, output, { url, startMs: performance.now() - began });
  }

  /** Resolves when the output contains a match, and returns it. */
  untilPrinted(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#output.untilMatch(pattern);
  }

  /** Stops the server. Returns its exit status. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGTERM");
      await ended;
    }
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** The output of a process so far. */
class ProcessOutput {
  readonly #child: ChildProcess;
  #text = "";

  constructor(child: ChildProcess) {
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (chunk: string) => (this.#text += chunk));
  }

  /** Resolves when the output contains a match. Throws if the process ends before that. */
  async untilMatch(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#text);
      if (match) return match;
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`the process ended before it printed ${pattern}:\n${this.#text}`);
      const more = new AbortController();
      const events = [once(this.#child, "exit", more), once(this.#child.stdout as Readable, "data", more)];
      await Promise.race(events).finally(() => more.abort());
    }
  }
}
