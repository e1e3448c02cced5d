// A mixed load on a running server: users who send, edit, react, fetch, mark as read, upload, register and poll.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SeededRandom } from "@parlance/testkit/random/seeded-random.ts";
import type { Client, TestUser } from "../../testkit/organization/test-user.ts";
import { AcknowledgedData } from "./acknowledged-data.ts";

const MESSAGE_EVENTS = { event_types: ["message", "update_message", "reaction", "update_message_flags"] };
const RETRY_DELAY_MS = 100;
/** Number of newest messages that users react to. */
const RECENT_MESSAGE_COUNT = 40;

interface LoadOptions {
  readonly users: readonly TestUser[];
  /** A channel that all users are subscribed to. */
  readonly channel: number;
  readonly seed: number;
  /** Pause of each user between two requests, in milliseconds. */
  readonly pauseMs: number;
  /** Length of the text that is added to each message, in characters. */
  readonly fillerLength?: number;
  /**
   * Whether a failed request is expected in the experiment, such as a killed server or a full disk. Any other failure
   * ends the load.
   */
  readonly isExpected?: (error: unknown) => boolean;
  /** Additional actions, each as frequent as a reaction. */
  readonly actions?: readonly LoadAction[];
}

/** An action of a user. It throws if a request fails. */
export type LoadAction = (user: TestUser, dice: SeededRandom, acknowledged: AcknowledgedData) => Promise<unknown>;

export class MixedLoad implements AsyncDisposable {
  readonly acknowledged = new AcknowledgedData();
  /** Number of requests that succeeded. */
  requests = 0;
  /** Numbers of requests that failed as expected, by error code, or by message if there is no code. */
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
    // Failures are reported by failure() and stop().
    for (const running of this.#running) running.catch(() => undefined);
  }

  /** Number of requests that failed as expected. */
  get refused(): number {
    return [...this.refusals.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The reasons of rejected requests with their numbers, as text. */
  get reasons(): string {
    return [...this.refusals].map(([reason, count]) => `${reason} ${count} times`).join(", ") || "none";
  }

  /** Rejects when the load fails. Does not resolve before it is stopped. */
  get failure(): Promise<unknown> {
    return Promise.all(this.#running);
  }

  /** Waits until a number of additional messages are acknowledged. */
  async untilAcknowledged(more: number): Promise<void> {
    const wanted = this.acknowledged.messages + more;
    while (this.acknowledged.messages < wanted) await Promise.race([sleep(RETRY_DELAY_MS), ...this.#running]);
  }

  /** Ends the load, and waits for the requests in progress. Rejects if there was an unexpected failure. */
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

  /** Long-polls a queue until the load ends. Registers again if the queue has expired. */
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

  /** A weighted list: an action that is listed more often is more frequent. */
  get #actions(): readonly LoadAction[] {
    const { channel, users, actions = [] } = this.#options;
    const send: LoadAction = (user, dice) =>
      this.#send(user, { type: "channel", to: channel, topic: `topic ${dice.integerBelow(5)}` });
    const sendDirectly: LoadAction = (user, dice) => this.#send(user, { type: "direct", to: [dice.pick(users).id] });
    const react: LoadAction = async (user, dice) => {
      if (this.#recent.length === 0) return;
      const message = dice.pick(this.#recent);
      // The reaction may already exist, or be gone.
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

/** A short visit: opens a queue, polls once and deletes it, or leaves it to expire. */
async function visitBriefly(user: TestUser, dice: SeededRandom): Promise<void> {
  const client = await user.registerQueue();
  await client.poll();
  if (dice.fraction() < 0.2) return;
  await user.callOrThrow("DELETE", "/events", { queue_id: client.queueId }).catch((error: unknown) => {
    // A proxy repeats a request whose response was lost. Then the queue is already deleted.
    if (!String(error).includes("BAD_EVENT_QUEUE_ID")) throw error;
  });
}
