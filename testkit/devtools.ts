import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";

// What the protocol answers is for the caller to know.
// oxlint-disable-next-line typescript/no-explicit-any
type Result = Record<string, any>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: Result;
  readonly result?: Result;
  readonly error?: { readonly message: string };
}

interface Listener {
  readonly method: string;
  readonly session: string | undefined;
  readonly hear: (params: Result) => void;
}

/** How long a browser may take for anything, in milliseconds. */
const PATIENCE_MS = 30_000;

/** The protocol by which a browser is driven, over the pipes that Chromium has for it. */
export class DevTools {
  readonly #out: Writable;
  readonly #waiting = new Map<number, PromiseWithResolvers<Result>>();
  readonly #listeners = new Set<Listener>();
  #lastId = 0;
  #rest = "";

  constructor(process: ChildProcess) {
    this.#out = process.stdio[3] as Writable;
    const input = process.stdio[4] as Readable;
    input.setEncoding("utf8").on("data", (chunk: string) => this.#take(chunk));
    // What a browser that is gone does not take is missed by whoever waits for an answer.
    this.#out.on("error", () => undefined);
    process.once("error", (error) => this.#fail(error));
    process.once("exit", () => this.#fail(new Error("the browser has ended")));
  }

  /** Calls a method, of a tab's session or of the browser itself. */
  async send(method: string, params: object, session?: string): Promise<Result> {
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<Result>();
    this.#waiting.set(id, answer);
    this.#out.write(`${JSON.stringify({ id, method, params, ...(session ? { sessionId: session } : {}) })}\0`);
    return inTime(answer.promise, method);
  }

  /** The next event of a kind in a tab. */
  next(method: string, session: string): Promise<Result> {
    const event = new Promise<Result>((resolve) => {
      const listener: Listener = {
        method,
        session,
        hear: (params) => {
          this.#listeners.delete(listener);
          resolve(params);
        },
      };
      this.#listeners.add(listener);
    });
    return inTime(event, method);
  }

  /** Calls back at each event of a kind in a tab. */
  on(method: string, session: string, hear: (params: Result) => void): void {
    this.#listeners.add({ method, session, hear });
  }

  /** Asks the browser to end. */
  close(): void {
    this.#out.write(`${JSON.stringify({ id: ++this.#lastId, method: "Browser.close" })}\0`);
  }

  #take(chunk: string): void {
    const messages = (this.#rest + chunk).split("\0");
    this.#rest = messages.pop() ?? "";
    for (const text of messages) this.#hear(JSON.parse(text) as Message);
  }

  #hear({ id, method, sessionId, params = {}, result = {}, error }: Message): void {
    if (id !== undefined) {
      const answer = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) answer?.reject(new Error(error.message));
      else answer?.resolve(result);
      return;
    }
    for (const listener of this.#listeners) {
      if (listener.method === method && listener.session === sessionId) listener.hear(params);
    }
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function inTime<T>(promise: Promise<T>, what: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`the browser did not answer: ${what}`)), PATIENCE_MS);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
