import type { State } from "@parlance/contract/state/index.ts";
import type { ConnectionStatus } from "../client.ts";
import { Attention } from "./page-visibility.ts";
import type { Follower, Happening, QueuePosition } from "./event-follower.ts";
import { RecentEvents } from "../recent-events.ts";

/** What the page that leads tells the others, or one of them; and what these tell it. */
type Told =
  /** Somebody is there, who knows as much as that. */
  | { readonly kind: "hello"; readonly by: string; readonly position: QueuePosition }
  | { readonly kind: "happened"; readonly to: string | null; readonly happening: Happening }
  | { readonly kind: "anew"; readonly to: string | null; readonly state: State; readonly position: QueuePosition }
  | { readonly kind: "status"; readonly status: ConnectionStatus };

interface TabsOptions {
  readonly me: number;
  readonly follower: Follower;
  readonly confirmed: () => State;
  /** Begins anew from what another page knows. */
  readonly beginAnew: (state: State) => void;
}

/** The page that leads answers sooner, in milliseconds, or it is held up and loses its place. */
const PATIENCE_MS = 10_000;

/**
 * The person's pages in this browser: one of them follows what happens and tells the others, so that all of them take one
 * connection. When it goes, the next one goes on where it was.
 */
export class Tabs {
  readonly #options: TabsOptions;
  readonly #name: string;
  readonly #id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  readonly #recent: RecentEvents;
  #channel: BroadcastChannel | null = null;
  #leading: AbortController | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: TabsOptions) {
    this.#options = options;
    this.#name = `parlance events ${options.me}`;
    this.#recent = new RecentEvents(options.follower.position);
  }

  /** Whether it is this page that follows what happens. Where pages cannot share, none of them is that one. */
  get isLeading(): boolean {
    return this.#leading !== null;
  }

  start(): void {
    const { follower } = this.#options;
    // Pages that come unencrypted have no locks, and so no way to choose one of them.
    if (!navigator.locks) {
      void follower.run({ signal: new AbortController().signal, attention: new Attention() });
      return;
    }
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.addEventListener("message", ({ data }) => this.#hear(data as Told));
    follower.status.subscribe(() => this.#tellAll({ kind: "status", status: follower.status.get() }));
    void this.#run();
  }

  /** Tells the others what this page has heard of. */
  pass(happening: Happening): void {
    if (!this.#channel) return;
    this.#recent.add(happening);
    this.#tellAll({ kind: "happened", to: null, happening });
  }

  /** Tells the others that this page has begun anew. */
  passState(state: State, position: QueuePosition): void {
    this.#recent.beginAt(position);
    this.#tellAll({ kind: "anew", to: null, state, position });
  }

  /** Somebody looks, or the network is back: asks whether all has been heard. */
  readonly look = (): void => {
    if (this.isLeading || !this.#channel) this.#options.follower.wake();
    else this.#sayHello();
  };

  async #run(): Promise<void> {
    await this.#seek({ ifAvailable: true });
    for (;;) {
      this.#sayHello();
      await this.#seek({});
    }
  }

  /** Asks for the lead, and keeps it until another page takes it. */
  async #seek(options: LockOptions): Promise<void> {
    try {
      await navigator.locks.request(this.#name, options, async (lock) => {
        if (lock) await this.#lead();
      });
    } catch {
      // Another page has taken it.
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

  #sayHello(position = this.#options.follower.position): void {
    this.#post({ kind: "hello", by: this.#id, position });
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#seek({ steal: true }), PATIENCE_MS);
  }

  #hear(told: Told): void {
    if (told.kind === "hello") {
      if (this.isLeading) this.#answer(told.by, told.position);
      return;
    }
    // One that leads no longer may not know that yet.
    if (this.isLeading) return;
    clearTimeout(this.#waiting);
    if (told.kind === "status") this.#options.follower.status.set(told.status);
    else if (told.to === null || told.to === this.#id) this.#take(told);
  }

  #take(told: Exclude<Told, { readonly kind: "hello" | "status" }>): void {
    const { follower, beginAnew } = this.#options;
    if (told.kind === "anew") {
      follower.moveTo(told.position);
      this.#recent.beginAt(told.position);
      beginAnew(told.state);
      return;
    }
    const { from, to } = told.happening;
    const { queueId, lastEventId } = follower.position;
    if (from.queueId !== queueId || from.lastEventId > lastEventId) this.#sayHello();
    // What was told to all may have been told to this one before.
    else if (from.lastEventId === lastEventId) this.#takeIn(told.happening);
    else if (to.lastEventId > lastEventId) this.#sayHello();
  }

  #takeIn(happening: Happening): void {
    try {
      this.#options.follower.hear(happening);
    } catch {
      this.#sayHello({ queueId: "", lastEventId: -1 });
    }
  }

  #answer(to: string, position: QueuePosition): void {
    const { follower, confirmed } = this.#options;
    follower.wake();
    const happening = this.#recent.since(position);
    if (happening) this.#post({ kind: "happened", to, happening });
    else this.#post({ kind: "anew", to, state: confirmed(), position: follower.position });
    this.#post({ kind: "status", status: follower.status.get() });
  }

  #tellAll(told: Told): void {
    if (this.isLeading) this.#post(told);
  }

  #post(told: Told): void {
    this.#channel?.postMessage(told);
  }
}
