import { fork, type ChildProcess } from "node:child_process";

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface ChildReply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
}

/**
 * A child process that handles calls (see `handleParentCalls`). It exits when this object is disposed of, and when this
 * process exits.
 */
export class RemoteProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PendingCall>();
  #calls = 0;

  /** @param entry the child's program */
  constructor(entry: URL) {
    // The child's output goes to standard error, so that it does not appear within the table.
    this.#child = fork(entry, [], { execArgv: ["--expose-gc"], stdio: ["ignore", 2, 2, "ipc"] });
    this.#child.on("message", (reply: ChildReply) => this.#receive(reply));
    this.#child.once("exit", (code, signal) => {
      for (const waiting of this.#waiting.values()) {
        waiting.reject(new Error(`${entry.pathname} ended: ${signal ?? code}`));
      }
    });
  }

  /** Calls a handler of the child process. Throws the handler's error, or an error if the child process has exited. */
  async call<T = void>(name: string, argument?: unknown): Promise<T> {
    if (!this.#child.connected) throw new Error(`${name}: the process has ended`);
    this.#calls += 1;
    const id = this.#calls;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as T), reject });
      this.#child.send({ id, name, argument });
    });
  }

  #receive({ id, result, error }: ChildReply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(error));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.disconnect();
    await ended;
  }
}

/** A server under measurement, in a separate process. */
export class RemoteServer extends RemoteProcess {
  #port = 0;

  /** Starts the process, and in it the server with these options. */
  static async start(entry: URL, options: object): Promise<RemoteServer> {
    const server = new RemoteServer(entry);
    server.#port = await server.call<number>("start", options);
    return server;
  }

  get port(): number {
    return this.#port;
  }
}
