import { type ChildProcess, execFile, spawn } from "node:child_process";
import { open, readFile, readlink, stat } from "node:fs/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { CommandError } from "../command-error.ts";
import { isRunning } from "./is-running.ts";

const POLL_MS = 100;
/** Time that a server may take to stop before it is killed, in milliseconds. */
const STOP_TIMEOUT_MS = 30_000;
/** Time in which a supervisor other than systemd must start the server again, in milliseconds. */
const SUPERVISOR_TIMEOUT_MS = 5000;
const RESPONSE_TIMEOUT_MS = 5000;

/** The address of a running server, as its file server.json states it. */
interface ServerAddress {
  readonly pid: number;
  readonly url: string;
}

/** How a server was started. */
interface StartCommand {
  /** Arguments of the command line, such as `serve --port 8080`. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly uid: number;
  readonly gid: number;
  /** File that its output goes to, if any. */
  readonly output: string | undefined;
  /** The systemd unit of which it is the main process, if any. */
  readonly unit: string | undefined;
}

/** The server of a data directory, which can be restarted. */
export class RunningServer {
  readonly #dataDir: string;
  readonly #programs: Programs;
  readonly #command: StartCommand | undefined;
  /** Id of the last process that was stopped. */
  #pid: number;
  #child: ChildProcess | undefined;

  private constructor(dataDir: string, programs: Programs, pid: number, command: StartCommand | undefined) {
    this.#dataDir = dataDir;
    this.#programs = programs;
    this.#pid = pid;
    this.#command = command;
  }

  /**
   * Finds the server that is running on a data directory, by the process id in its file `server.json`. Returns undefined
   * if there is none. `env`: the environment in which the programs `ps` and `systemctl` are found.
   */
  static async find(dataDir: string, env: NodeJS.ProcessEnv): Promise<RunningServer | undefined> {
    const programs = new Programs(env);
    const address = await readAddress(dataDir);
    if (!address || !(await programs.isServer(address.pid))) return undefined;
    const command = await readStartCommand(address.pid, programs).catch(() => undefined);
    return new RunningServer(dataDir, programs, address.pid, command);
  }

  /**
   * Lets systemd restart the server if it is a unit. Otherwise stops it; then a supervisor starts it again, or, if none
   * does, this method, with the same arguments and environment. `link`: the link to the distribution; `home`: the folder
   * that it led to at first.
   */
  async restart(link: string, home: string): Promise<void> {
    const command = this.#command;
    if (command?.unit !== undefined) {
      this.#pid = (await readAddress(this.#dataDir))?.pid ?? this.#pid;
      return this.#programs.restartUnit(command.unit);
    }
    await this.#stop();
    const isStarted = async () => (await this.#newAddress()) !== undefined;
    if (this.#child === undefined && (await waitUntil(isStarted, SUPERVISOR_TIMEOUT_MS))) return;
    if (!command) throw new CommandError("the server was stopped and not started again by a supervisor: start it");
    const cwd = relative(home, command.cwd).startsWith("..") ? command.cwd : join(link, relative(home, command.cwd));
    const { args, env, uid, gid, output } = command;
    await using log = output === undefined ? undefined : await open(output, "a");
    const stdio = log?.fd ?? "ignore";
    this.#child = spawn(join(link, "parlance"), args, {
      cwd,
      env,
      uid,
      gid,
      detached: true,
      stdio: ["ignore", stdio, stdio],
    });
    this.#child.on("error", () => undefined);
    this.#child.unref();
  }

  /** Stops the process that uses the data directory, or kills it if it does not stop. */
  async #stop(): Promise<void> {
    const named = [this.#child?.pid, (await readAddress(this.#dataDir))?.pid, await readLockOwner(this.#dataDir)];
    for (const pid of new Set(named)) {
      if (pid === undefined || !isRunning(pid) || !(await this.#programs.isServer(pid))) continue;
      this.#pid = pid;
      process.kill(pid, "SIGTERM");
      if (await waitUntil(() => !isRunning(pid), STOP_TIMEOUT_MS)) continue;
      process.kill(pid, "SIGKILL");
      if (!(await waitUntil(() => !isRunning(pid), STOP_TIMEOUT_MS)))
        throw new CommandError(`the server, process ${pid}, cannot be stopped`);
    }
  }

  /** Returns whether the restarted server is ready within a time. */
  async isReadyWithin(milliseconds: number): Promise<boolean> {
    let isReady = false;
    await waitUntil(async () => {
      const address = await this.#newAddress();
      isReady = address !== undefined && (await isReadyAt(address.url));
      const hasEnded = this.#child !== undefined && (this.#child.exitCode ?? this.#child.signalCode) !== null;
      return isReady || hasEnded;
    }, milliseconds);
    return isReady;
  }

  /** Returns the address of the server's new process, if it listens. */
  async #newAddress(): Promise<ServerAddress | undefined> {
    const address = await readAddress(this.#dataDir);
    return address && address.pid !== this.#pid && isRunning(address.pid) ? address : undefined;
  }
}

/** Returns the process id in the lock file of a data directory. A server that does not listen yet has the lock, too. */
async function readLockOwner(dataDir: string): Promise<number | undefined> {
  try {
    return (JSON.parse(await readFile(join(dataDir, "server.lock"), "utf8")) as { pid: number }).pid;
  } catch {
    return undefined;
  }
}

async function readAddress(dataDir: string): Promise<ServerAddress | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, "server.json"), "utf8")) as ServerAddress;
  } catch {
    return undefined;
  }
}

/** The programs of the system that know about processes. */
class Programs {
  readonly #env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** Returns whether a process is a server. After a kill, another program may have the process id that a file states. */
  async isServer(pid: number): Promise<boolean> {
    return /parlance.* serve\b/.test(await this.#commandLine(pid).catch(() => ""));
  }

  /** Returns the command line of a process. Small Linux systems lack the program `ps`, and other systems lack `/proc`. */
  async #commandLine(pid: number): Promise<string> {
    if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return (await this.#run("ps", "-p", String(pid), "-o", "args=")).stdout;
  }

  /** Returns the name of the systemd unit that a process belongs to, if any. */
  async findUnit(pid: number): Promise<string | undefined> {
    const { stdout } = await this.#run("systemctl", "status", "--no-pager", "--lines=0", String(pid));
    return /[^\s]+\.service/.exec(stdout)?.[0];
  }

  /** Restarts a unit, even if it has been started too often recently because its program ends. */
  async restartUnit(unit: string): Promise<void> {
    await this.#run("systemctl", "reset-failed", unit).catch(() => undefined);
    await this.#run("systemctl", "restart", unit).catch((error: unknown) => {
      throw new CommandError(`systemd could not restart ${unit}: ${errorText(error)}`, { cause: error });
    });
  }

  #run(command: string, ...args: readonly string[]): Promise<{ readonly stdout: string }> {
    return promisify(execFile)(command, args, { env: this.#env });
  }
}

/** Reads how a process was started. Only Linux knows this. */
async function readStartCommand(pid: number, programs: Programs): Promise<StartCommand> {
  const folder = `/proc/${pid}`;
  const readList = async (name: string) => (await readFile(join(folder, name), "utf8")).split("\0").slice(0, -1);
  const args = await readList("cmdline");
  const env = Object.fromEntries(
    (await readList("environ")).map((entry) => [
      entry.slice(0, entry.indexOf("=")),
      entry.slice(entry.indexOf("=") + 1),
    ]),
  );
  const { uid, gid } = await stat(folder);
  const output = await readlink(join(folder, "fd/1"));
  return {
    args: args.slice(args.indexOf("serve")),
    env,
    cwd: await readlink(join(folder, "cwd")),
    uid,
    gid,
    output: (await stat(output).catch(() => undefined))?.isFile() === true ? output : undefined,
    // systemd sets the variable for the process that it starts. Child processes, such as those of a shell, inherit it.
    unit: env["SYSTEMD_EXEC_PID"] === String(pid) ? await programs.findUnit(pid).catch(() => undefined) : undefined,
  };
}

/** Returns whether a condition is met within a time. */
async function waitUntil(condition: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(POLL_MS))
    if (await condition()) return true;
  return false;
}

/** Returns whether a server responds that it is ready. Its certificate is not checked, because the host may differ. */
function isReadyAt(url: string): Promise<boolean> {
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const options = { rejectUnauthorized: false, timeout: RESPONSE_TIMEOUT_MS, agent: false };
    const sent = request(new URL("/ready", url), options, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(false));
    sent.end();
  });
}
