import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:net";
import { reserveFreePorts } from "../../testkit/servers/free-ports.ts";
import { until } from "../../testkit/until.ts";

/** An nginx that distributes requests among several server processes. Its settings are those of docs/operations.md. */
export class Nginx implements AsyncDisposable {
  readonly port: number;
  readonly #folder: string;
  readonly #process: ChildProcess;
  #output = "";

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
    this.#process = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#process.stderr?.on(
      "data",
      (bytes: Buffer) => (this.#output = `${this.#output}${bytes.toString()}`.slice(-10_000)),
    );
    this.#process.once("error", (error) => (this.#output = String(error)));
  }

  static async start(upstreamPorts: readonly number[]): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), "parlance-nginx-"));
    const [port = 0] = await reserveFreePorts(1);
    await writeFile(join(folder, "nginx.conf"), configuration(port, upstreamPorts));
    const nginx = new Nginx(port, folder);
    try {
      await until(() => nginx.#process.exitCode !== null || nginx.#accepts());
      if (nginx.#process.exitCode !== null) throw new Error(`nginx ended: ${nginx.#output}`);
      return nginx;
    } catch (error) {
      await nginx[Symbol.asyncDispose]();
      throw error;
    }
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

/**
 * Returns the content of nginx.conf. `max_fails=0` makes nginx send requests to a process that was killed as soon as
 * the process is back.
 */
const configuration = (port: number, upstreamPorts: readonly number[]): string => `
daemon off;
master_process off;
pid nginx.pid;
error_log stderr crit;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  scgi_temp_path scgi;
  uwsgi_temp_path uwsgi;
  client_max_body_size 25m;
  upstream parlance {
    ${upstreamPorts.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join("\n    ")}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://parlance;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_read_timeout 120s;
      proxy_request_buffering off;
    }
  }
}
`;
