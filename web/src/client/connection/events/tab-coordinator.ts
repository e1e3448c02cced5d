import type { State } from "@parlance/contract/state/index.ts";
import type { ConnectionStatus } from "../client.ts";
import { PageVisibility } from "./page-visibility.ts";
import type { EventFollower, EventBatch, QueuePosition } from "./event-follower.ts";

import type { Event } from "@parlance/contract/events/index.ts";

/** Number of recent events that each page stores for pages that have missed some. */
const MAX_RECENT_EVENTS = 1_000;

/** The most recent events of a queue, without typing events. The leader sends them to pages that have missed some. */
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
    // Several events can have the same id. All of them are removed, or none.
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

/**
 * Messages between the pages. `hello` goes to the leader; the leader sends all other messages: `status` to all pages,
 * the others to one page or, if `to` is null, to all pages.
 */
type TabMessage =
  /** A page informs the leader of the last event that the page has received. */
  | { readonly kind: "hello"; readonly by: string; readonly position: QueuePosition }
  | { readonly kind: "happened"; readonly to: string | null; readonly happening: EventBatch }
  | { readonly kind: "anew"; readonly to: string | null; readonly state: State; readonly position: QueuePosition }
  | { readonly kind: "status"; readonly status: ConnectionStatus };

interface TabCoordinatorOptions {
  readonly me: number;
  readonly follower: EventFollower;
  readonly confirmed: () => State;
  /** Replaces the state of this page with the state of another page. */
  readonly replaceState: (state: State) => void;
}

/** Time in milliseconds after which a leader that has not responded is replaced, because it is stalled. */
const LEADER_TIMEOUT_MS = 10_000;

/**
 * Makes the user's pages in this browser share one connection: one page, the leader, follows the events and forwards
 * them to the other pages. When the leader is closed, another page becomes the leader and continues from the last event
 * that it has received.
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

  /** Whether this page is the leader. In browsers without `navigator.locks`, there is no leader. */
  get isLeading(): boolean {
    return this.#leading !== null;
  }

  start(): void {
    const { follower } = this.#options;
    // Pages served over plain HTTP have no `navigator.locks`, so they cannot elect a leader. Each page then follows the
    // events separately.
    if (!navigator.locks) {
      void follower.run({ signal: new AbortController().signal, visibility: new PageVisibility() });
      return;
    }
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.addEventListener("message", ({ data }) => this.#receive(data as TabMessage));
    follower.status.subscribe(() => this.#broadcastIfLeading({ kind: "status", status: follower.status.get() }));
    void this.#run();
  }

  /** Stores a batch of events for pages that miss it, and, if this page is the leader, sends it to the other pages. */
  broadcast(happening: EventBatch): void {
    if (!this.#channel) return;
    this.#recent.add(happening);
    this.#broadcastIfLeading({ kind: "happened", to: null, happening });
  }

  /** Sends this page's new state to the other pages, if this page is the leader. Called when the state was replaced. */
  broadcastState(state: State, position: QueuePosition): void {
    this.#recent.resetTo(position);
    this.#broadcastIfLeading({ kind: "anew", to: null, state, position });
  }

  /** Checks for events that this page has missed. Called when the page becomes visible again or the network is back. */
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

  /**
   * Makes this page the leader, by default as soon as there is no other leader. Resolves only if the page does not
   * become the leader, or when another page has taken over.
   */
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

  #receive(message: TabMessage): void {
    if (message.kind === "hello") {
      if (this.isLeading) this.#reply(message.by, message.position);
      return;
    }
    // This page is the leader now. The message comes from a former leader that has not noticed yet that it was
    // replaced.
    if (this.isLeading) return;
    clearTimeout(this.#waiting);
    if (message.kind === "status") this.#options.follower.status.set(message.status);
    else if (message.to === null || message.to === this.#id) this.#apply(message);
  }

  #apply(message: Exclude<TabMessage, { readonly kind: "hello" | "status" }>): void {
    const { follower, replaceState } = this.#options;
    if (message.kind === "anew") {
      follower.moveTo(message.position);
      this.#recent.resetTo(message.position);
      replaceState(message.state);
      return;
    }
    const { from, to } = message.happening;
    const { queueId, lastEventId } = follower.position;
    if (from.queueId !== queueId || from.lastEventId > lastEventId) this.#requestUpdate();
    // A batch for all pages is ignored if this page has already received its events in a batch sent only to this page.
    else if (from.lastEventId === lastEventId) this.#applyBatch(message.happening);
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

  #broadcastIfLeading(message: TabMessage): void {
    if (this.isLeading) this.#post(message);
  }

  #post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }
}
