// Runs test files with new seeds until the time is up, and writes a report about each failure.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SeededRandom } from "@parlance/testkit/random/seeded-random.ts";
import type { ExploredFile, Kind } from "./options.ts";
import { describeFailure, formatRepeatCommand } from "./regression-case.ts";

const END_TIMEOUT_MS = 60_000;
const MAX_OUTPUT = 2_000_000;

export interface ExplorationEnvironment {
  /** Folder to which the paths of test files are relative. */
  readonly root: string;
  /** Returns the command that runs a test file. */
  readonly command: (file: string) => readonly [program: string, ...args: string[]];
  /** Folder into which the reports about failures are written. */
  readonly store: string;
  readonly print: (line: string) => void;
  /** Shows which test is running. */
  readonly status: (line: string) => void;
}

interface Counts {
  runs: number;
  rounds: number;
  failed: number;
  seconds: number;
}

interface TestRun {
  readonly passed: boolean;
  readonly stopped: boolean;
  readonly output: string;
}

export class Exploration {
  readonly #environment: ExplorationEnvironment;
  readonly #counts = new Map<Kind, Counts>();
  readonly #stored: string[] = [];
  readonly #firstSeed: number;
  #seed: number;

  constructor(seed: number, around: ExplorationEnvironment) {
    this.#firstSeed = seed;
    this.#seed = seed;
    this.#environment = around;
  }

  get failed(): boolean {
    return [...this.#counts.values()].some(({ failed }) => failed > 0);
  }

  /** Runs the files in random order, again and again, until the signal is aborted. */
  async run(files: readonly ExploredFile[], signal: AbortSignal): Promise<void> {
    const dice = new SeededRandom(this.#firstSeed);
    while (files.length > 0 && !signal.aborted) {
      const left = [...files];
      while (left.length > 0 && !signal.aborted) {
        const [file] = left.splice(dice.integerBelow(left.length), 1);
        await this.#explore(file as ExploredFile, this.#seed, signal);
        this.#seed += 1;
      }
    }
  }

  async #explore({ path, kind }: ExploredFile, seed: number, signal: AbortSignal): Promise<void> {
    const { print, status } = this.#environment;
    status(`${path}, seed ${seed}`);
    const start = performance.now();
    const { passed, stopped, output } = await this.#start(path, seed, signal);
    const seconds = (performance.now() - start) / 1000;
    // A run that was stopped counts neither as passed nor as failed.
    if (stopped) return print(`stopped      seed ${seed}  ${path}`);
    this.count(kind, { failed: !passed, rounds: parseRounds(output), seconds });
    print(`${passed ? "ok    " : "FAILED"} ${seconds.toFixed(0).padStart(4)} s  seed ${seed}  ${path}`);
    if (!passed) this.#store(path, seed, output);
  }

  /** Adds a run to the counts for the summary. */
  count(kind: Kind, { failed, rounds, seconds }: { failed: boolean; rounds: number; seconds: number }): void {
    const counts = this.#counts.get(kind) ?? { runs: 0, rounds: 0, failed: 0, seconds: 0 };
    this.#counts.set(kind, {
      runs: counts.runs + 1,
      rounds: counts.rounds + rounds,
      failed: counts.failed + Number(failed),
      seconds: counts.seconds + seconds,
    });
  }

  #start(path: string, seed: number, signal: AbortSignal): Promise<TestRun> {
    const { command, root } = this.#environment;
    const [program, ...args] = command(path);
    // Without this variable, the test runs independently, even if this process is itself part of a test.
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
    // The test runs in a separate process group, so that a Ctrl-C reaches only this process, which then ends the group.
    const child = spawn(program, args, {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...env, NO_COLOR: "1", PARLANCE_EXPLORE_SEED: String(seed) },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-MAX_OUTPUT)));
    }
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      child.kill("SIGTERM");
      timer = setTimeout(() => killGroup(child.pid), END_TIMEOUT_MS);
    };
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
        resolve({ passed: code === 0, stopped: signal.aborted && code !== 0, output });
      });
    });
  }

  #store(file: string, seed: number, output: string): void {
    const { root, store, print } = this.#environment;
    mkdirSync(store, { recursive: true });
    const stored = join(store, `${file.replace(/\.test\.ts$/, "").replaceAll("/", "-")}-${seed}.md`);
    const source = readFileSync(join(root, file), "utf8");
    const description = describeFailure({ file, seed, output, source });
    writeFileSync(stored, description);
    this.#stored.push(stored);
    print(`       repeat it: ${formatRepeatCommand(file, seed)}\n       stored with the case to paste: ${stored}`);
  }

  /** Returns a table with the counts of each kind of test, the seeds that were used, and the paths of the reports. */
  summary(): string {
    const rows = [...this.#counts].map(
      ([kind, { runs, rounds, failed, seconds }]) =>
        `${kind.padEnd(9)} ${String(runs).padStart(5)} ${String(rounds).padStart(8)} ${String(failed).padStart(7)} ${seconds.toFixed(0).padStart(8)}`,
    );
    const seeds = this.#seed > this.#firstSeed ? `${this.#firstSeed} to ${this.#seed - 1}` : "none";
    return [
      `${"".padEnd(9)}  runs   rounds  failed  seconds`,
      ...rows,
      `seeds: ${seeds}`,
      ...this.#stored.map((path) => `stored: ${path}`),
    ].join("\n");
  }
}

const parseRounds = (output: string): number =>
  [...output.matchAll(/^.*explore: seed \d+, (\d+) rounds$/gm)].reduce((sum, [, rounds]) => sum + Number(rounds), 0);

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
