import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { matchesOutput, parseSteps } from "../docs/code-blocks.ts";
import { runInShell } from "../docs/run-in-shell.ts";
import { root } from "../paths.ts";
import { NO_SYSTEM_SETTINGS } from "@parlance/testkit/servers/no-system-settings.ts";
import type { Drill, DrillContext } from "./drill.ts";

const START_MS = 20 * 60_000;
const COMMANDS_MS = 5 * 60_000;
const SAMPLE_MESSAGE = "I bring **cake**.";

export const freshClone: Drill = {
  name: "fresh-clone",
  about: "a clone of the last commit starts from nothing, README's commands work, and a second start finds the data",
  needs: [
    { command: "git", debianPackage: "git" },
    { command: "curl", debianPackage: "curl" },
  ],
  minutes: 6,
  run,
};

async function run({ print, signal }: DrillContext): Promise<readonly string[]> {
  const scratch = await mkdtemp(join(tmpdir(), "parlance-clone-"));
  // PostgreSQL cannot be run as root, so another user must have access to the folder with its data.
  await chmod(scratch, 0o755);
  try {
    const clone = join(scratch, "parlance");
    const cloning = await runInShell(`git clone -q '${root}' '${clone}'`, { cwd: scratch, timeoutMs: COMMANDS_MS });
    if (cloning.code !== 0) return [`git clone failed:\n${cloning.errors}`];
    return await followInstructions(clone, join(scratch, "data"), print, signal);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function followInstructions(
  clone: string,
  dataDir: string,
  print: DrillContext["print"],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const newcomer = new CloneServer(clone, dataDir, print, signal);
  const first = await newcomer.start();
  try {
    const wrong = await followReadme(clone, dataDir);
    if (wrong.length > 0) return wrong;
    print("the commands of README.md print what it shows");
  } finally {
    await stop(first, print);
  }
  const second = await newcomer.start();
  try {
    const search = `curl -sS -G -u "$YUKI" "$API/messages" -d anchor=newest -d num_before=100 -d num_after=0 \
-d apply_markdown=false`;
    const [setUp] = parseSteps(await readFile(join(clone, "README.md"), "utf8"));
    const script = `${setUp?.commands}\n${search}`;
    const { output, errors } = await runInShell(script, shellIn(clone, dataDir));
    if (!output.includes(SAMPLE_MESSAGE))
      return [`after the second start "${SAMPLE_MESSAGE}" is gone: ${output}${errors}`];
    print("the second start has the messages of the first");
  } finally {
    await stop(second, print);
  }
  return [];
}

const shellIn = (clone: string, dataDir: string) => ({
  cwd: clone,
  env: { PARLANCE_DATA_DIR: dataDir },
  timeoutMs: COMMANDS_MS,
});

/** Runs the commands of README.md in one shell, and compares their output with the output that README.md shows. */
async function followReadme(clone: string, dataDir: string): Promise<string[]> {
  const steps = parseSteps(await readFile(join(clone, "README.md"), "utf8"));
  const mark = "-- next step of README.md --";
  const script = steps.map(({ commands }) => `echo '${mark}'\n${commands}`).join("\n");
  const { code, output, errors } = await runInShell(script, shellIn(clone, dataDir));
  const printed = output.split(`${mark}\n`).slice(1);
  const wrong = printed.flatMap((actual, index) => {
    const { line, output: shown = "…" } = steps[index] as (typeof steps)[number];
    return matchesOutput(actual, shown) ? [] : [`README.md:${line} shows\n${shown}\nbut prints\n${actual}`];
  });
  return code === 0 ? wrong : [...wrong, `README.md:${steps[printed.length - 1]?.line} fails:\n${errors}`];
}

/**
 * Starts the clone's server in the way that README.md describes. The first start chooses a port, which later starts use
 * again.
 */
class CloneServer {
  readonly #clone: string;
  readonly #dataDir: string;
  readonly #print: DrillContext["print"];
  readonly #signal: AbortSignal;
  #port = "0";

  constructor(clone: string, dataDir: string, print: DrillContext["print"], signal: AbortSignal) {
    this.#clone = clone;
    this.#dataDir = dataDir;
    this.#print = print;
    this.#signal = signal;
  }

  /** Starts the server. Resolves once it accepts connections. */
  async start(): Promise<ChildProcess> {
    const began = performance.now();
    // Removes from the environment the variables that belong to this run, such as those that npm has set.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(PARLANCE_|NODE_|npm_)/.test(name)),
    );
    const server = spawn("npm", ["start", "--", "--port", this.#port, "--data-dir", this.#dataDir], {
      cwd: this.#clone,
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...env, ...NO_SYSTEM_SETTINGS, PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` },
    });
    const lines = createInterface({ input: server.stdout });
    const waited = AbortSignal.any([this.#signal, AbortSignal.timeout(START_MS)]);
    waited.addEventListener("abort", () => lines.close());
    for await (const line of lines) {
      const port = /listening on http\S*:(\d+)/.exec(line)?.[1];
      if (port === undefined) continue;
      this.#port = port;
      this.#print(`npm start: ${line} after ${((performance.now() - began) / 1000).toFixed(0)} s`);
      server.stdout.resume();
      return server;
    }
    endGroup(server);
    throw new Error(this.#signal.aborted ? "stopped" : "npm start did not come to listen");
  }
}

/** Sends SIGTERM to the server, and throws an error unless it exits with status 0. */
async function stop(server: ChildProcess, print: DrillContext["print"]): Promise<void> {
  try {
    if (server.exitCode === null) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
    if (server.exitCode !== 0)
      throw new Error(`npm start ended with ${server.exitCode ?? server.signalCode} on SIGTERM`);
    print("SIGTERM: exit status 0");
  } finally {
    endGroup(server);
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
