import type { Event } from "@parlance/contract/events/index.ts";
import { createIdempotencyKey } from "./idempotency-key.ts";
import type { OutboxStorage } from "./outbox-storage.ts";
import { WritableStore } from "../stores/writable-store.ts";
import type { Destination, Outbox, PendingMessage } from "./outbox.ts";

/**
 * Result of an attempt to send a message. `refused` contains the server's reason and is final; after `later`, the
 * message is sent again.
 */
export type SendResult = { readonly id: number } | { readonly refused: string } | "later";

/** Sends one message. Sending it again with the same key never creates a second message. */
export type SendMessage = (message: PendingMessage) => Promise<SendResult>;

const MIN_RETRY_DELAY_MS = 1_000;
const MAX_RETRY_DELAY_MS = 60_000;

/**
 * Sends the user's messages, and retries until the server has accepted or rejected each of them. Within a conversation,
 * messages are sent in the order in which they were written.
 */
export class LocalOutbox implements Outbox {
  readonly messages: WritableStore<readonly PendingMessage[]>;
  readonly #send: SendMessage;
  readonly #now: () => number;
  readonly #storage: OutboxStorage;
  readonly #busy = new Set<string>();
  readonly #sentIds = new Map<string, number>();
  /** Functions that end the current delays between attempts. */
  readonly #pendingDelays = new Set<() => void>();

  constructor(send: SendMessage, now: () => number, storage: OutboxStorage) {
    this.#send = send;
    this.#now = now;
    this.#storage = storage;
    this.messages = new WritableStore(storage.load());
  }

  readonly send = (to: Destination, content: string): void => {
    const key = createIdempotencyKey();
    const message = {
      key,
      to,
      content,
      writtenAt: this.#now(),
      standing: "waiting",
      problem: null,
    } as const;
    this.#storage.save(message);
    this.messages.set([...this.messages.get(), message]);
    void this.#sendPending(conversationKey(to));
  };

  readonly retry = (key: string): void => {
    const message = this.#update(key, { standing: "waiting", problem: null });
    if (message) void this.#sendPending(conversationKey(message.to));
  };

  readonly cancel = (key: string): string | undefined => {
    const message = this.messages.get().find((one) => one.key === key);
    if (!message || message.standing === "sending") return undefined;
    this.#remove(key);
    return message.content;
  };

  /** Sends all waiting messages immediately. Called when the server is reachable again. */
  flush(): void {
    for (const wake of this.#pendingDelays) wake();
    for (const { to } of this.messages.get()) void this.#sendPending(conversationKey(to));
  }

  /** Removes a pending message as soon as its event is received. */
  receive(event: Event): void {
    if (event.type !== "message") return;
    const { local_message_id, message } = event;
    const sent = [...this.#sentIds].find(([, id]) => id === message.id);
    const key = local_message_id ?? sent?.[0];
    if (key !== undefined) this.#remove(key);
  }

  async #sendPending(conversation: string): Promise<void> {
    if (this.#busy.has(conversation)) return;
    this.#busy.add(conversation);
    try {
      for (let failures = 0; ;) {
        const next = this.messages
          .get()
          .find(
            ({ to, standing: status, key }) =>
              conversationKey(to) === conversation && status !== "refused" && !this.#sentIds.has(key),
          );
        if (!next) return;
        const isSent = await this.#attempt(next);
        failures = isSent ? 0 : failures + 1;
        if (!isSent) await this.#delay(Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** failures));
      }
    } finally {
      this.#busy.delete(conversation);
    }
  }

  #delay(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#pendingDelays.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.#pendingDelays.add(end);
    });
  }

  async #attempt(message: PendingMessage): Promise<boolean> {
    this.#update(message.key, { standing: "sending" });
    const sent = await this.#send(message);
    if (sent === "later") {
      this.#update(message.key, { standing: "waiting" });
      return false;
    }
    if ("refused" in sent) this.#update(message.key, { standing: "refused", problem: sent.refused });
    else if (this.messages.get().some(({ key }) => key === message.key)) this.#sentIds.set(message.key, sent.id);
    return true;
  }

  #update(key: string, changes: Partial<PendingMessage>): PendingMessage | undefined {
    this.messages.set(this.messages.get().map((one) => (one.key === key ? { ...one, ...changes } : one)));
    const message = this.messages.get().find((one) => one.key === key);
    if (message) this.#storage.save(message);
    return message;
  }

  #remove(key: string): void {
    this.#sentIds.delete(key);
    this.#storage.remove(key);
    this.messages.set(this.messages.get().filter((one) => one.key !== key));
  }
}

const conversationKey = (to: Destination): string => JSON.stringify(to);
