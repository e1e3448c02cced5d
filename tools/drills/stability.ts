import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../paths.ts";
import type { Drill, DrillContext } from "./drill.ts";

const DEFAULTS = { runs: "10", busy: "0", command: "npm test" };
const END_TIMEOUT_MS = 60_000;
const SPIN_PROGRAM = "for (;;);";
/**
 * Shell commands that run the command in the first argument. The processor time of the command and all its child
 * processes is written to the file in the second argument.
 */
const TIMED_COMMAND = 'bash -c "$1"; status=$?; times > "$2"; exit $status';

export const stability: Drill = {
  name: "stability",
  about: "a command passes every time, also on a busy machine: runs it N times in a row beside K busy loops",
  needs: [{ command: "bash", debianPackage: "bash" }],
  minutes: 90,
  options: {
    runs: `how often, ${DEFAULTS.runs} by default`,
    busy: `busy loops beside it, ${DEFAULTS.busy} by default`,
    command: `"${DEFAULTS.command}" by default`,
  },
  run,
};

interface StabilityRun {
  readonly run: number;
  readonly wall: number;
  readonly processor: number;
  readonly tests: number;
  readonly failed: number;
  readonly flaky: number;
  readonly status: number | string;
}

async function run({ print, folder, signal, options }: DrillContext): Promise<readonly string[]> {
  const { runs, busy, command } = { ...DEFAULTS, ...options };
  const [count, loops] = [Number(runs), Number(busy)];
  if (!(Number.isInteger(count) && count > 0 && Number.isInteger(loops) && loops >= 0)) {
    return ["--runs takes a whole number from 1, --busy one from 0"];
  }
  const spinning = Array.from({ length: loops }, () =>
    spawn(process.execPath, ["-e", SPIN_PROGRAM], { stdio: "ignore" }),
  );
  const rows: StabilityRun[] = [];
  try {
    for (let nth = 1; nth <= count && !signal.aborted; nth += 1) {
      const output = join(folder, `stability-${nth}.txt`);
      print(`run ${nth} of ${count}: ${command} (output: ${output})`);
      const row = await runOnce(command, nth, output, signal);
      // A run that was stopped is not counted, because it does not show whether the command passes.
      if (signal.aborted) break;
      rows.push(row);
      print(`run ${nth}: status ${row.status} after ${row.wall.toFixed(0)} s`);
      await writeFile(join(folder, "stability.md"), formatRuns(rows, loops));
    }
  } finally {
    for (const loop of spinning) loop.kill("SIGKILL");
  }
  print(`\n${formatRuns(rows, loops)}`);
  return rows.filter(({ status }) => status !== 0).map(({ run: nth, status }) => `run ${nth} ended with ${status}`);
}

async function runOnce(command: string, nth: number, output: string, signal: AbortSignal): Promise<StabilityRun> {
  const scratch = await mkdtemp(join(tmpdir(), "parlance-stability-"));
  const times = join(scratch, "times");
  const start = performance.now();
  // The command runs in a separate process group, so that a Ctrl-C reaches only this process, which then ends the
  // group.
  const child = spawn("bash", ["-c", TIMED_COMMAND, "stability", command, times], {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const file = createWriteStream(output);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  try {
    const [code, killedBy] = (await waitForEnd(child, signal)) as [number | null, string | null];
    file.end();
    await once(file, "close");
    const wall = (performance.now() - start) / 1000;
    const processor = parseProcessorSeconds(await readFile(times, "utf8").catch(() => ""));
    return {
      run: nth,
      wall,
      processor,
      status: code ?? killedBy ?? "unknown",
      ...parseCounts(await readFile(output, "utf8")),
    };
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** Waits until a process has ended. If the signal is aborted, ends its process group. */
async function waitForEnd(child: ChildProcess, signal: AbortSignal): Promise<unknown[]> {
  let timer: NodeJS.Timeout | undefined;
  const end = (how: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, how);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  const stop = () => {
    end("SIGTERM");
    timer = setTimeout(() => end("SIGKILL"), END_TIMEOUT_MS);
  };
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return (await once(child, "close")) as unknown[];
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/**
 * Returns the processor time of the child processes in seconds, from the second line of the output of bash's `times`.
 */
export function parseProcessorSeconds(times: string): number {
  const children = times.split("\n")[1] ?? "";
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
}

/**
 * Counts the tests in the output of a command that may contain several test runs: all tests, failed tests, and files
 * that passed only when they were repeated.
 */
export function parseCounts(output: string): { tests: number; failed: number; flaky: number } {
  const sumOf = (name: string) =>
    [...output.matchAll(new RegExp(`^# ${name} (\\d+)$`, "gm"))].reduce((sum, [, count]) => sum + Number(count), 0);
  const lists = output.matchAll(/^flaky:\n((?:  .*\n)+)/gm);
  const flaky = new Set(
    [...lists].flatMap(([, list = ""]) => [...list.matchAll(/^  (\S+) > /gm)].map(([, file]) => file)),
  );
  return { tests: sumOf("tests"), failed: sumOf("fail"), flaky: flaky.size };
}

/** Formats the runs as a Markdown table. */
export function formatRuns(rows: readonly StabilityRun[], loops: number): string {
  const lines = rows.map(
    ({ run: nth, wall, processor, tests, failed, flaky, status }) =>
      `| ${[nth, loops, wall.toFixed(0), processor.toFixed(0), tests, failed, flaky, status].join(" | ")} |`,
  );
  return [
    "| run | busy loops | wall seconds | processor seconds | tests | failed | flaky | exit status |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
    "",
  ].join("\n");
}
