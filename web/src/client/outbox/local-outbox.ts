import type { Event } from "@parlance/contract/events/index.ts";
import type { MessageKeeper } from "./outbox-storage.ts";
import { Source } from "../stores/writable-store.ts";
import type { Destination, Outbox, OutgoingMessage } from "./outbox.ts";

/** What came of a message: `refused` for good, `later` if it may go another time. */
export type Sent = { readonly id: number } | { readonly refused: string } | "later";

/** Sends one message; the same key never sends twice. */
export type SendMessage = (message: OutgoingMessage) => Promise<Sent>;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Sends messages in order, each conversation by itself, until the server has them. */
export class LocalOutbox implements Outbox {
  readonly messages: Source<readonly OutgoingMessage[]>;
  readonly #send: SendMessage;
  readonly #now: () => number;
  readonly #keeper: MessageKeeper;
  readonly #busy = new Set<string>();
  readonly #sentAs = new Map<string, number>();
  /** What ends the pauses between two attempts. */
  readonly #wakes = new Set<() => void>();

  constructor(send: SendMessage, now: () => number, keeper: MessageKeeper) {
    this.#send = send;
    this.#now = now;
    this.#keeper = keeper;
    this.messages = new Source(keeper.load());
  }

  readonly send = (to: Destination, content: string): void => {
    const key = newKey();
    const message = {
      key,
      to,
      content,
      writtenAt: this.#now(),
      standing: "waiting",
      problem: null,
    } as const;
    this.#keeper.keep(message);
    this.messages.set([...this.messages.get(), message]);
    void this.#work(conversationOf(to));
  };

  readonly retry = (key: string): void => {
    const message = this.#patch(key, { standing: "waiting", problem: null });
    if (message) void this.#work(conversationOf(message.to));
  };

  readonly cancel = (key: string): string | undefined => {
    const message = this.messages.get().find((one) => one.key === key);
    if (!message || message.standing === "sending") return undefined;
    this.#drop(key);
    return message.content;
  };

  /** Tries everything that waits, at once: the way to the server is open again. */
  flush(): void {
    for (const wake of this.#wakes) wake();
    for (const { to } of this.messages.get()) void this.#work(conversationOf(to));
  }

  /** A message that came in is no longer on its way. */
  receive(event: Event): void {
    if (event.type !== "message") return;
    const { local_message_id, message } = event;
    const sent = [...this.#sentAs].find(([, id]) => id === message.id);
    const key = local_message_id ?? sent?.[0];
    if (key !== undefined) this.#drop(key);
  }

  async #work(conversation: string): Promise<void> {
    if (this.#busy.has(conversation)) return;
    this.#busy.add(conversation);
    try {
      for (let failures = 0; ;) {
        const next = this.messages
          .get()
          .find(
            ({ to, standing, key }) =>
              conversationOf(to) === conversation && standing !== "refused" && !this.#sentAs.has(key),
          );
        if (!next) return;
        const isSent = await this.#try(next);
        failures = isSent ? 0 : failures + 1;
        if (!isSent) await this.#pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
      }
    } finally {
      this.#busy.delete(conversation);
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#wakes.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#wakes.add(end);
    });
  }

  async #try(message: OutgoingMessage): Promise<boolean> {
    this.#patch(message.key, { standing: "sending" });
    const sent = await this.#send(message);
    if (sent === "later") {
      this.#patch(message.key, { standing: "waiting" });
      return false;
    }
    if ("refused" in sent) this.#patch(message.key, { standing: "refused", problem: sent.refused });
    else if (this.messages.get().some(({ key }) => key === message.key)) this.#sentAs.set(message.key, sent.id);
    return true;
  }

  #patch(key: string, changes: Partial<OutgoingMessage>): OutgoingMessage | undefined {
    this.messages.set(this.messages.get().map((one) => (one.key === key ? { ...one, ...changes } : one)));
    const message = this.messages.get().find((one) => one.key === key);
    if (message) this.#keeper.keep(message);
    return message;
  }

  #drop(key: string): void {
    this.#sentAs.delete(key);
    this.#keeper.drop(key);
    this.messages.set(this.messages.get().filter((one) => one.key !== key));
  }
}

/** 128 bits of chance. Where pages come over plain HTTP, browsers have no `randomUUID`. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

const conversationOf = (to: Destination): string => JSON.stringify(to);
