// A mixed load on a running server: users who send, edit, react, fetch, mark messages as read, upload, register and
// poll.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "@parlance/testkit/random/seeded-random.ts";
import type { Client, TestUser } from "../../testkit/organization/test-user.ts";
import { AcknowledgedData } from "./acknowledged-data.ts";

const MESSAGE_EVENTS = { event_types: ["message", "update_message", "reaction", "update_message_flags"] };
const RETRY_DELAY_MS = 100;
/** Number of newest messages that users can react to. */
const RECENT_MESSAGE_COUNT = 40;

interface LoadOptions {
  readonly users: readonly TestUser[];
  /** Id of a channel that all users are subscribed to. */
  readonly channel: number;
  readonly seed: number;
  /** Time in milliseconds that each user waits between two requests. */
  readonly pauseMs: number;
  /** Length of an additional text in each message, in characters. */
  readonly fillerLength?: number;
  /**
   * Returns true if a request may fail with this error, for example because a server was killed or the disk is full.
   * Any other error ends the load.
   */
  readonly isExpected?: (error: unknown) => boolean;
  /** Additional actions. Each is as frequent as a reaction. */
  readonly actions?: readonly LoadAction[];
}

/** An action of a user. Throws if a request fails. */
export type LoadAction = (user: TestUser, dice: SeededRandom, acknowledged: AcknowledgedData) => Promise<unknown>;

export class MixedLoad implements AsyncDisposable {
  readonly acknowledged = new AcknowledgedData();
  /** Number of actions and polls that succeeded. */
  requests = 0;
  /**
   * Number of requests that failed with an expected error, by the error's code, or by its message if it has no code.
   */
  readonly refusals = new Map<string, number>();
  readonly #options: LoadOptions;
  readonly #recent: number[] = [];
  readonly #stop = new AbortController();
  readonly #running: readonly Promise<void>[];

  constructor(options: LoadOptions) {
    this.#options = options;
    const { users, seed } = options;
    const acting = users.map((user, index) => this.#actOn(user, new SeededRandom(seed * 100 + index)));
    this.#running = [...acting, ...users.map((user) => this.#pollOn(user))];
    // The errors are reported by `failure` and by `stop`.
    for (const running of this.#running) running.catch(() => undefined);
  }

  /** Number of requests that failed with an expected error. */
  get refused(): number {
    return [...this.refusals.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The expected errors and their numbers, as text. */
  get reasons(): string {
    return [...this.refusals].map(([reason, count]) => `${reason} ${count} times`).join(", ") || "none";
  }

  /** A promise that rejects as soon as the load fails, and resolves when the load has been stopped. */
  get failure(): Promise<unknown> {
    return Promise.all(this.#running);
  }

  /** Waits until the server has acknowledged the given number of additional messages. */
  async untilAcknowledged(more: number): Promise<void> {
    const wanted = this.acknowledged.messages + more;
    while (this.acknowledged.messages < wanted) await Promise.race([sleep(RETRY_DELAY_MS), ...this.#running]);
  }

  /**
   * Ends the load, and waits for the requests in progress. Rejects if a request has failed with an unexpected error.
   */
  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }

  async #actOn(user: TestUser, dice: SeededRandom): Promise<void> {
    const { pauseMs } = this.#options;
    while (!this.#stop.signal.aborted) {
      await this.#attempt(() => dice.pick(this.#actions)(user, dice, this.acknowledged));
      await sleep(pauseMs);
    }
  }

  /** Polls an event queue until the load ends. If the queue has expired, registers another one. */
  async #pollOn(user: TestUser): Promise<void> {
    let client: Client | undefined;
    while (!this.#stop.signal.aborted) {
      await this.#attempt(async () => {
        client ??= await user.registerQueue(MESSAGE_EVENTS);
        try {
          await client.poll({ block: true });
        } catch (error) {
          if (!/BAD_EVENT_QUEUE_ID/.test(String(error))) throw error;
          client = undefined;
        }
      });
    }
  }

  async #attempt(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
      this.requests += 1;
    } catch (error) {
      if (this.#options.isExpected?.(error) !== true) {
        this.#stop.abort();
        throw error;
      }
      const reason = /\b[A-Z]+(?:_[A-Z]+)+\b|\bE[A-Z]{4,}\b/.exec(String(error))?.[0] ?? String(error).slice(0, 60);
      this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
      await sleep(RETRY_DELAY_MS);
    }
  }

  /** The actions, weighted: an action that is listed several times is chosen more often. */
  get #actions(): readonly LoadAction[] {
    const { channel, users, actions = [] } = this.#options;
    const send: LoadAction = (user, dice) =>
      this.#send(user, { type: "channel", to: channel, topic: `topic ${dice.integerBelow(5)}` });
    const sendDirectly: LoadAction = (user, dice) => this.#send(user, { type: "direct", to: [dice.pick(users).id] });
    const react: LoadAction = async (user, dice) => {
      if (this.#recent.length === 0) return;
      const message = dice.pick(this.#recent);
      // The request may fail, because the user may already have reacted, or may have removed the reaction.
      await user.call(dice.boolean() ? "POST" : "DELETE", `/messages/${message}/reactions`, { emoji_name: "tada" });
    };
    const fetch: LoadAction = (user, dice) =>
      user.callOrThrow("GET", "/messages", {
        anchor: "newest",
        num_before: 50,
        num_after: 0,
        narrow: dice.boolean() ? [] : [{ operator: "channel", operand: channel }],
      });
    const markRead: LoadAction = (user) => user.callOrThrow("POST", "/mark_stream_as_read", { stream_id: channel });
    const edit: LoadAction = (user) => this.acknowledged.edit(user);
    const upload: LoadAction = (user, dice) => this.acknowledged.upload(user, dice);
    return [
      send,
      send,
      send,
      send,
      sendDirectly,
      sendDirectly,
      edit,
      edit,
      react,
      react,
      fetch,
      fetch,
      markRead,
      upload,
      visitBriefly,
      ...actions.flatMap((act) => [act, act]),
    ];
  }

  async #send(user: TestUser, to: Record<string, unknown>): Promise<void> {
    const filler = randomBytes(this.#options.fillerLength ?? 0)
      .toString("hex")
      .slice(0, this.#options.fillerLength ?? 0);
    const id = await this.acknowledged.send(user, to, filler);
    if (to["type"] !== "channel") return;
    this.#recent.push(id);
    if (this.#recent.length > RECENT_MESSAGE_COUNT) this.#recent.shift();
  }
}

/** Registers an event queue, polls it once, and then deletes it or lets it expire. */
async function visitBriefly(user: TestUser, dice: SeededRandom): Promise<void> {
  const client = await user.registerQueue();
  await client.poll();
  if (dice.fraction() < 0.2) return;
  await user.callOrThrow("DELETE", "/events", { queue_id: client.queueId }).catch((error: unknown) => {
    // If a proxy has lost a response, it repeats the request. The queue is then already deleted.
    if (!String(error).includes("BAD_EVENT_QUEUE_ID")) throw error;
  });
}
