import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reserveFreePorts } from "../../../testkit/servers/free-ports.ts";
import { until } from "../../../testkit/until.ts";
import { configureProxy, type ProxyName } from "./configurations.ts";

/** A reverse proxy on a free port of 127.0.0.1, with a configuration of deploy/proxies. */
export class Proxy implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #process: ChildProcess;
  #output = "";

  private constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port;
    this.#folder = folder;
    this.#process = child;
    const read = (bytes: Buffer) => (this.#output = `${this.#output}${bytes.toString()}`.slice(-10_000));
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", read);
    child.once("error", (error) => (this.#output = String(error)));
  }

  static async start(name: ProxyName, upstreamPorts: readonly number[]): Promise<Proxy> {
    const folder = await mkdtemp(join(tmpdir(), "parlance-proxy-"));
    await chmod(folder, 0o755); // the proxies switch to other users
    const [port = 0] = await reserveFreePorts(1);
    const { path, text, command, env } = configureProxy(name, { folder, port, upstreamPorts });
    await writeFile(path, text);
    const [program = "", ...args] = command;
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    const proxy = new Proxy(port, folder, child);
    try {
      await until(() => child.exitCode !== null || proxy.#accepts());
      if (child.exitCode !== null) throw new Error(`${name} ended: ${proxy.#output}`);
      return proxy;
    } catch (error) {
      await proxy[Symbol.asyncDispose]();
      throw error;
    }
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async #accepts(): Promise<boolean> {
    const socket = connect(this.port, "127.0.0.1");
    const connected = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    return connected;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null && this.#process.pid !== undefined) {
      const ended = once(this.#process, "exit");
      this.#process.kill("SIGTERM");
      await ended;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
