// Starts the server as a newcomer does, with `npm start` and an empty data directory, and stops it: it must answer, stop well
// on SIGTERM, and leave nothing running.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packedProgram } from "../cli/packed/find.mjs";
import { root } from "./paths.ts";

const START_MS = 180_000;
const STOP_MS = 30_000;

/** Waits for the line that says where the server listens. */
async function listening(server: ChildProcess): Promise<string> {
  const lines = createInterface({ input: server.stdout ?? process.stdin });
  const waited = AbortSignal.timeout(START_MS);
  waited.addEventListener("abort", () => lines.close());
  for await (const line of lines) {
    console.log(`  ${line}`);
    const url = /listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(waited.aborted ? `did not listen within ${START_MS / 1000} s` : "ended before it listened");
}

/** The command lines of running processes that mention a path. */
function processesThatMention(path: string): string[] {
  const commands = existsSync("/proc/self")
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(commandLine)
    : spawnSync("ps", ["-axo", "command"], { encoding: "utf8" }).stdout.split("\n");
  return commands.filter((command) => command.includes(path));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // gone in the meantime
  }
}

async function answersNoMore(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  );
}

async function startAndStop(dataDir: string): Promise<void> {
  const server = spawn("npm", ["start", "--", "--port", "0", "--data-dir", dataDir], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true, // a process group of its own, so that whatever it leaves can be ended
  });
  try {
    const url = await listening(server);
    server.stdout.resume();
    if (packedProgram() === undefined) throw new Error("the program was not packed");
    const health = await fetch(`${url}/health`);
    if (!health.ok) throw new Error(`GET /health answers ${health.status}`);

    server.kill("SIGTERM");
    const [code, signal] = (await once(server, "exit", { signal: AbortSignal.timeout(STOP_MS) })) as [number?, string?];
    if (code !== 0) throw new Error(`ended with ${signal ?? code} on SIGTERM, not with 0`);
    const left = processesThatMention(dataDir);
    if (left.length > 0) throw new Error(`left running:\n${left.join("\n")}`);
    if (!(await answersNoMore(url))) throw new Error(`${url} still answers`);
  } finally {
    endGroup(server);
  }
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // nothing is left of it
  }
}

const scratch = mkdtempSync(join(tmpdir(), "parlance-smoke-"));
chmodSync(scratch, 0o755); // PostgreSQL, which never runs as root, must get through to its data
try {
  await startAndStop(join(scratch, "data"));
  console.log("smoke test: started, answered, stopped, left nothing");
} catch (error) {
  console.error(`smoke test: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
