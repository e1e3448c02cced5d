// A client for Node's inspector protocol. Supports only what is needed to measure the heap.

interface Reply {
  readonly id: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
  readonly error?: { readonly message: string };
}

/** A connection to the inspector of a Node process that was started with `--inspect`. */
export class Inspector implements Disposable {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, PromiseWithResolvers<Reply>>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      this.#pending.get(reply.id)?.resolve(reply);
      this.#pending.delete(reply.id);
    });
    socket.addEventListener("close", () => {
      for (const { reject } of this.#pending.values()) reject(new Error("the inspected process ended"));
      this.#pending.clear();
    });
  }

  /** Connects to the inspector. `output` is the output of the process, which contains the inspector's URL. */
  static async connect(output: string): Promise<Inspector> {
    const [, url] = /Debugger listening on (ws:\S+)/.exec(output) ?? [];
    if (url === undefined) throw new Error(`no inspector is mentioned in:\n${output}`);
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", () => reject(new Error(`no inspector answers at ${url}`)), { once: true });
    });
    return new Inspector(socket);
  }

  /** Makes the process collect garbage. Returns the size of the heap that is still in use, in bytes. */
  async heapAfterCollection(): Promise<number> {
    await this.#call("HeapProfiler.collectGarbage");
    const reply = await this.#call("Runtime.evaluate", { expression: "process.memoryUsage().heapUsed" });
    return Number(reply.result?.result?.value);
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  async #call(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
    const id = (this.#last += 1);
    const answered = Promise.withResolvers<Reply>();
    this.#pending.set(id, answered);
    this.#socket.send(JSON.stringify({ id, method, params }));
    const reply = await answered.promise;
    if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
    return reply;
  }
}
