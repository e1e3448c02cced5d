import type { State } from "@parlance/contract/state/index.ts";
import type { ConnectionStatus } from "../client.ts";
import { PageVisibility } from "./page-visibility.ts";
import type { EventFollower, EventBatch, QueuePosition } from "./event-follower.ts";

import type { Event } from "@parlance/contract/events/index.ts";

/** Number of recent events stored for pages that open later. */
const MAX_RECENT_EVENTS = 1_000;

/** The most recent events of a queue, for pages that are behind. */
class RecentEvents {
  #events: readonly Event[] = [];
  #from: QueuePosition;
  #to: QueuePosition;

  constructor(position: QueuePosition) {
    this.#from = position;
    this.#to = position;
  }

  add({ events, from, to }: EventBatch): void {
    if (from.queueId !== this.#to.queueId || from.lastEventId !== this.#to.lastEventId) this.resetTo(from);
    this.#to = to;
    this.#events = [...this.#events, ...events.filter(({ type }) => type !== "typing")];
    // Events with the same id are retained or removed together.
    const forgotten = this.#events.at(-MAX_RECENT_EVENTS - 1);
    if (!forgotten) return;
    this.#from = { ...this.#from, lastEventId: forgotten.id };
    this.#events = this.#events.filter(({ id }) => id > forgotten.id);
  }

  resetTo(position: QueuePosition): void {
    this.#events = [];
    this.#from = position;
    this.#to = position;
  }

  /** Returns the events since a position, or null if they are not available. */
  since(position: QueuePosition): EventBatch | null {
    const { queueId, lastEventId } = position;
    if (queueId !== this.#to.queueId || lastEventId < this.#from.lastEventId || lastEventId > this.#to.lastEventId)
      return null;
    return { events: this.#events.filter(({ id }) => id > lastEventId), from: position, to: this.#to };
  }
}

/** Messages from the leader to all other pages or one of them, and from these to the leader. */
type TabMessage =
  /** A page announces its position. */
  | { readonly kind: "hello"; readonly by: string; readonly position: QueuePosition }
  | { readonly kind: "happened"; readonly to: string | null; readonly happening: EventBatch }
  | { readonly kind: "anew"; readonly to: string | null; readonly state: State; readonly position: QueuePosition }
  | { readonly kind: "status"; readonly status: ConnectionStatus };

interface TabCoordinatorOptions {
  readonly me: number;
  readonly follower: EventFollower;
  readonly confirmed: () => State;
  /** Replaces the state with that of another page. */
  readonly replaceState: (state: State) => void;
}

/** Timeout for the leader's response, in milliseconds. A leader that does not respond is stalled and is replaced. */
const LEADER_TIMEOUT_MS = 10_000;

/**
 * Coordinates the user's pages in this browser: one of them, the leader, follows the events and forwards them to the
 * others, so that all share one connection. When it closes, the next leader continues from its position.
 */
export class TabCoordinator {
  readonly #options: TabCoordinatorOptions;
  readonly #name: string;
  readonly #id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  readonly #recent: RecentEvents;
  #channel: BroadcastChannel | null = null;
  #leading: AbortController | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: TabCoordinatorOptions) {
    this.#options = options;
    this.#name = `parlance events ${options.me}`;
    this.#recent = new RecentEvents(options.follower.position);
  }

  /** Whether this page is the leader. Without `navigator.locks`, no page is. */
  get isLeading(): boolean {
    return this.#leading !== null;
  }

  start(): void {
    const { follower } = this.#options;
    // Pages served over plain HTTP have no `navigator.locks`, so they cannot elect a leader.
    if (!navigator.locks) {
      void follower.run({ signal: new AbortController().signal, visibility: new PageVisibility() });
      return;
    }
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.addEventListener("message", ({ data }) => this.#receive(data as TabMessage));
    follower.status.subscribe(() => this.#broadcastIfLeading({ kind: "status", status: follower.status.get() }));
    void this.#run();
  }

  /** Forwards a batch of events to the other pages. */
  broadcast(happening: EventBatch): void {
    if (!this.#channel) return;
    this.#recent.add(happening);
    this.#broadcastIfLeading({ kind: "happened", to: null, happening });
  }

  /** Notifies the other pages that this page's state was replaced. */
  broadcastState(state: State, position: QueuePosition): void {
    this.#recent.resetTo(position);
    this.#broadcastIfLeading({ kind: "anew", to: null, state, position });
  }

  /** Checks for missed events, because the page is visible again or the network is back. */
  readonly checkForEvents = (): void => {
    if (this.isLeading || !this.#channel) this.#options.follower.wake();
    else this.#requestUpdate();
  };

  async #run(): Promise<void> {
    await this.#requestLeadership({ ifAvailable: true });
    for (;;) {
      this.#requestUpdate();
      await this.#requestLeadership({});
    }
  }

  /** Requests leadership, and retains it until another page takes over. */
  async #requestLeadership(options: LockOptions): Promise<void> {
    try {
      await navigator.locks.request(this.#name, options, async (lock) => {
        if (lock) await this.#lead();
      });
    } catch {
      // Another page has taken over.
      this.#leading?.abort();
      this.#leading = null;
    }
  }

  async #lead(): Promise<never> {
    clearTimeout(this.#waiting);
    const leading = new AbortController();
    this.#leading = leading;
    await this.#options.follower.run({ signal: leading.signal });
    return new Promise(() => undefined);
  }

  #requestUpdate(position = this.#options.follower.position): void {
    this.#post({ kind: "hello", by: this.#id, position });
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#requestLeadership({ steal: true }), LEADER_TIMEOUT_MS);
  }

  #receive(told: TabMessage): void {
    if (told.kind === "hello") {
      if (this.isLeading) this.#reply(told.by, told.position);
      return;
    }
    // A former leader may not have noticed yet that it was replaced.
    if (this.isLeading) return;
    clearTimeout(this.#waiting);
    if (told.kind === "status") this.#options.follower.status.set(told.status);
    else if (told.to === null || told.to === this.#id) this.#apply(told);
  }

  #apply(told: Exclude<TabMessage, { readonly kind: "hello" | "status" }>): void {
    const { follower, replaceState } = this.#options;
    if (told.kind === "anew") {
      follower.moveTo(told.position);
      this.#recent.resetTo(told.position);
      replaceState(told.state);
      return;
    }
    const { from, to } = told.happening;
    const { queueId, lastEventId } = follower.position;
    if (from.queueId !== queueId || from.lastEventId > lastEventId) this.#requestUpdate();
    // A batch sent to all pages may have been sent to this one before.
    else if (from.lastEventId === lastEventId) this.#applyBatch(told.happening);
    else if (to.lastEventId > lastEventId) this.#requestUpdate();
  }

  #applyBatch(happening: EventBatch): void {
    try {
      this.#options.follower.receiveBatch(happening);
    } catch {
      this.#requestUpdate({ queueId: "", lastEventId: -1 });
    }
  }

  #reply(to: string, position: QueuePosition): void {
    const { follower, confirmed } = this.#options;
    follower.wake();
    const happening = this.#recent.since(position);
    if (happening) this.#post({ kind: "happened", to, happening });
    else this.#post({ kind: "anew", to, state: confirmed(), position: follower.position });
    this.#post({ kind: "status", status: follower.status.get() });
  }

  #broadcastIfLeading(told: TabMessage): void {
    if (this.isLeading) this.#post(told);
  }

  #post(told: TabMessage): void {
    this.#channel?.postMessage(told);
  }
}
