import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { createMigratedDataDirectory } from "../database/database-cluster.ts";
import { createDatabaseFolder } from "../database/database-folder.ts";
import { reserveFreePorts } from "./free-ports.ts";
import { NO_SYSTEM_SETTINGS } from "./no-system-settings.ts";
import { TestUser } from "../organization/test-user.ts";
import { until } from "../until.ts";

const PROGRAM = fileURLToPath(new URL("../../cli/start.mjs", import.meta.url));

interface DemoCredentials {
  readonly users: Readonly<Record<string, { user_id: number; email: string; full_name: string; api_key: string }>>;
}

/** Options of a server process. */
interface ProcessOptions {
  /** A program with arguments that replaces itself with the server, such as `taskset`. */
  readonly launcher?: readonly string[];
  /** The program that starts the server, which may be another release's. Default: this checkout's. */
  readonly program?: string;
}

/** A server as operators run it: a separate process with an embedded database. It can be killed and restarted. */
export class ServerProcess implements AsyncDisposable {
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #launcher: readonly string[];
  #program: string;
  #child: ChildProcess | undefined;
  #port = 0;
  /** Output of the process so far (standard error and standard output), up to the last 100,000 characters. */
  output = "";

  private constructor(
    dataDir: string,
    env: Readonly<Record<string, string>>,
    { launcher = [], program = PROGRAM }: ProcessOptions,
  ) {
    this.dataDir = dataDir;
    this.#env = env;
    this.#launcher = launcher;
    this.#program = program;
  }

  /** Starts a server with the demo organization, in a new data directory. */
  static async start(env: Readonly<Record<string, string>> = {}, options: ProcessOptions = {}): Promise<ServerProcess> {
    return ServerProcess.#startIn(await createMigratedDataDirectory("parlance-process-"), env, options);
  }

  /** Starts a server on an existing database. `env` must contain its `DATABASE_URL`. */
  static async startOnDatabase(
    env: Readonly<Record<string, string>>,
    options: ProcessOptions = {},
  ): Promise<ServerProcess> {
    return ServerProcess.#startIn(await createDatabaseFolder("parlance-process-"), env, options);
  }

  /** Starts a server on a new data directory, which is deleted if the server does not start. */
  static async #startIn(
    dataDir: string,
    env: Readonly<Record<string, string>>,
    options: ProcessOptions,
  ): Promise<ServerProcess> {
    try {
      return await ServerProcess.startOn(dataDir, env, options);
    } catch (error) {
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Starts a server on a free port, with a data directory that may have been used before. The data directory is deleted
   * when the result is disposed of.
   */
  static async startOn(
    dataDir: string,
    env: Readonly<Record<string, string>> = {},
    options: ProcessOptions = {},
  ): Promise<ServerProcess> {
    const server = new ServerProcess(dataDir, env, options);
    await server.restart();
    return server;
  }

  /** The server's port. It is the same after a restart, so that clients can reconnect. */
  get port(): number {
    return this.#port;
  }

  /** Process id of the server that was started last. */
  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error("the server was never started");
    return pid;
  }

  /** Process ids of the server, its database, and all child processes of both. */
  get allProcessIds(): number[] {
    const all = [this.pid];
    for (const pid of all) all.push(...childProcessIds(pid));
    return [...new Set([...all, ...this.#databaseProcesses()])];
  }

  /** Starts the server again, after it has stopped. `program`: the program from now on; by default the same. */
  async restart({ program = this.#program }: Pick<ProcessOptions, "program"> = {}): Promise<void> {
    this.#program = program;
    // The port is reserved, because another program could take a free port before the next start.
    if (this.#port === 0) [this.#port = 0] = await reserveFreePorts(1);
    const serve = [process.execPath, program, "serve", "--port", String(this.#port), "--data-dir", this.dataDir];
    const [command = process.execPath, ...args] = [...this.#launcher, ...serve];
    const child = spawn(command, args, {
      env: { ...process.env, ...NO_SYSTEM_SETTINGS, PARLANCE_RATE_LIMITS: "off", ...this.#env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    let [recent, end] = ["", ""];
    const read = (chunk: Buffer) => {
      recent = `${recent}${chunk.toString()}`.slice(-100_000);
      this.output = `${this.output}${chunk.toString()}`.slice(-100_000);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code, signal) => (end = String(code ?? signal)));
    await until(() => /^listening on https?:\/\/[^:]+:\d+$/m.test(recent) || end !== "");
    if (end) throw new Error(`the server ended (${end}) before it listened:\n${this.output}`);
  }

  /** Resolves when the output contains a match. */
  async untilLogged(words: RegExp): Promise<void> {
    while (this.output.search(words) === -1) await once(this.#child?.stdout as Readable, "data");
  }

  /** Stops the server gracefully, and returns its exit status. */
  async stop(): Promise<number | null> {
    const ended = this.#exitStatus();
    this.#child?.kill("SIGTERM");
    return ended;
  }

  /** Kills the server with `kill -9`, optionally together with its database. */
  async kill({ database }: { database: boolean }): Promise<void> {
    const postgres = database ? this.#databaseProcesses() : [];
    const ended = this.#exitStatus();
    this.#child?.kill("SIGKILL");
    for (const pid of postgres) killIfRunning(pid);
    await ended;
  }

  /** Sends SIGSTOP. The server then does nothing until `resume` is called, while its connections stay open. */
  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Users of the demo organization: `owner`, `admin`, `moderator`, `member`, `member2`, `guest`, `bot`. */
  async demoUsers(): Promise<Readonly<Record<string, TestUser>>> {
    const text = await readFile(join(this.dataDir, "demo-credentials.json"), "utf8");
    const { users } = JSON.parse(text) as DemoCredentials;
    const site = { port: this.port, host: `127.0.0.1:${this.port}` };
    return Object.fromEntries(
      Object.entries(users).map(([name, user]) => {
        const account = { id: user.user_id, email: user.email, fullName: user.full_name, apiKey: user.api_key };
        return [name, new TestUser(site, account)];
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  #exitStatus(): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child?.exitCode ?? null);
    return new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  }

  /** Process ids of the data directory's postmaster and its children. */
  #databaseProcesses(): number[] {
    const [first] = readFileSync(join(this.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
    const postmaster = Number(first);
    return [postmaster, ...childProcessIds(postmaster)];
  }
}

const childProcessIds = (parent: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentProcessId(pid) === parent);

/** Kills a process if it is still running. A database process may have just ended together with its connection. */
function killIfRunning(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function parentProcessId(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return undefined;
  }
}
