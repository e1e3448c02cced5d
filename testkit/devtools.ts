import type { ChildProcess } from "node:child_process";
import type { Readable, Writable } from "node:stream";

interface Failure {
  readonly text: string;
  readonly exception?: { readonly description?: string };
}

/** What methods of the protocol answer, as far as anybody here looks at it. */
interface Answers {
  readonly "Accessibility.queryAXTree": { readonly nodes: readonly { readonly backendDOMNodeId: number }[] };
  readonly "DOM.getContentQuads": { readonly quads: readonly (readonly number[])[] };
  readonly "DOM.getDocument": { readonly root: { readonly backendNodeId: number } };
  readonly "DOM.resolveNode": { readonly object: { readonly objectId: string } };
  readonly "Page.captureScreenshot": { readonly data: string };
  readonly "Page.navigate": { readonly errorText?: string };
  readonly "Runtime.callFunctionOn": { readonly exceptionDetails?: Failure };
  readonly "Runtime.evaluate": { readonly result: { readonly value: unknown }; readonly exceptionDetails?: Failure };
  readonly "Target.attachToTarget": { readonly sessionId: string };
  readonly "Target.createBrowserContext": { readonly browserContextId: string };
  readonly "Target.createTarget": { readonly targetId: string };
}

/** What its events tell. */
interface Events {
  readonly "Log.entryAdded": {
    readonly entry: { readonly source: string; readonly level: string; readonly text: string };
  };
  readonly "Page.loadEventFired": object;
}

type AnswerTo<M extends string> = M extends keyof Answers ? Answers[M] : object;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: { readonly message: string };
}

interface Listener {
  readonly method: string;
  readonly session: string | undefined;
  readonly hear: (params: object) => void;
}

/** How long a browser may take for anything, in milliseconds. */
const PATIENCE_MS = 30_000;

/** The protocol by which a browser is driven, over the pipes that Chromium has for it. */
export class DevTools {
  readonly #out: Writable;
  readonly #waiting = new Map<number, PromiseWithResolvers<object>>();
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
  async send<M extends string>(method: M, params: object, session?: string): Promise<AnswerTo<M>> {
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<object>();
    this.#waiting.set(id, answer);
    this.#out.write(`${JSON.stringify({ id, method, params, ...(session ? { sessionId: session } : {}) })}\0`);
    return (await inTime(answer.promise, method)) as AnswerTo<M>;
  }

  /** The next event of a kind in a tab. */
  next(method: keyof Events, session: string): Promise<object> {
    const event = new Promise<object>((resolve) => {
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
  on<E extends keyof Events>(method: E, session: string, hear: (params: Events[E]) => void): void {
    this.#listeners.add({ method, session, hear: (params) => hear(params as Events[E]) });
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
