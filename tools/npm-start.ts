import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { NO_SYSTEM_SETTINGS } from "@parlance/testkit/servers/no-system-settings.ts";
import { root } from "./paths.ts";

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;

/** A server that was started as a new operator would start it: with `npm start` and an empty data directory. */
export class NpmStartServer implements Disposable {
  readonly dataDir: string;
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(folder: string, child: ChildProcess, url: string) {
    this.#folder = folder;
    this.#process = child;
    this.dataDir = dataDirectoryIn(folder);
    this.url = url;
  }

  /**
   * Starts the server on a free port. Prints the server's output with an indentation.
   * @throws Error if the server does not accept connections within three minutes
   */
  static async start(): Promise<NpmStartServer> {
    const folder = mkdtempSync(join(tmpdir(), "parlance-npm-start-"));
    chmodSync(folder, 0o755); // PostgreSQL cannot be run as root, so another user must have access to its data
    const child = spawn("npm", ["start", "--", "--port", "0", "--data-dir", dataDirectoryIn(folder)], {
      cwd: root,
      env: { ...process.env, ...NO_SYSTEM_SETTINGS },
      stdio: ["ignore", "pipe", "inherit"],
      detached: true, // a separate process group, so that all processes of the server can be killed
    });
    try {
      const url = await waitForUrl(child);
      child.stdout.resume();
      return new NpmStartServer(folder, child, url);
    } catch (error) {
      cleanUp(child, folder);
      throw error;
    }
  }

  /**
   * Stops the server.
   * @throws Error if the server does not exit with code 0 within half a minute
   */
  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) this.#process.kill("SIGTERM");
    const [code, signal] = (await once(this.#process, "exit", { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) })) as [
      number?,
      string?,
    ];
    if (code !== 0) throw new Error(`exited with ${signal ?? code} after SIGTERM, not with 0`);
  }

  /** Kills processes of the server that are still running, and deletes its data. */
  [Symbol.dispose](): void {
    cleanUp(this.#process, this.#folder);
  }
}

const dataDirectoryIn = (folder: string): string => join(folder, "data");

/** Waits until the server prints the URL at which it accepts connections. Returns the URL. */
async function waitForUrl(server: ChildProcess): Promise<string> {
  const lines = createInterface({ input: server.stdout ?? process.stdin });
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  timeout.addEventListener("abort", () => lines.close());
  for await (const line of lines) {
    console.log(`  ${line}`);
    const url = /listening on (http:\/\/\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(timeout.aborted ? `did not listen within ${START_TIMEOUT_MS / 1000} s` : "ended before it listened");
}

function cleanUp({ pid }: ChildProcess, folder: string): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // all processes of the group have already ended
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
