import { type Call, callOver } from "@parlance/client";
import type { RegisterResponse } from "@parlance/contract/register/index.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { MessageStore } from "../replica/messages/message-store.ts";
import { StateStore } from "../replica/state-store.ts";
import { TypingStore } from "../replica/typing-store.ts";
import { TopicStore } from "../replica/topic-store.ts";
import type { Change, Client, EventListener, Outcome } from "./client.ts";
import { browserKeeper } from "../outbox/outbox-storage.ts";
import { keptOfPage } from "./persistence/preloaded-replica.ts";
import { type KeptReplica, ReplicaKeeper } from "./persistence/persisted-replica.ts";
import { Follower, type Happening } from "./events/event-follower.ts";
import { LocalOutbox } from "../outbox/local-outbox.ts";
import { messagesOver, pollOver, sendOver, topicsOver } from "./api-requests.ts";
import { reportPresence } from "./report-presence.ts";
import { register, registration } from "./registration.ts";
import { ServerClock } from "./server-clock.ts";
import { Tabs } from "./events/tab-coordinator.ts";
import { pageTransport, SignedOut } from "./transport.ts";
import { whenLive } from "./on-connected.ts";

/** So long a confirmed change keeps showing while its event is on the way, or where none comes, in milliseconds. */
const EVENT_PATIENCE_MS = 3_000;

const TYPING_EXPIRY_MS = 15_000;

/** What the page knows is kept so often, in milliseconds, if it has changed. */
const KEEP_MS = 5_000;
const DISK_PATIENCE_MS = 2_000;

/**
 * Opens what the page knows and does: registers, and follows what happens from there on.
 * @throws Unreachable, SignedOut
 */
export async function openClient(): Promise<Client> {
  const clock = new ServerClock();
  let end: () => void = () => location.assign("/login");
  let doubt: () => void = () => undefined;
  const transport = pageTransport({ clock, onSignedOut: () => end(), onUnreachable: () => doubt() });
  const call = callOver(transport);
  const { keeper } = keptOfPage;
  const kept = await keptOfPage.kept;
  const client = new PageClient(call, clock, kept ?? (await registered(call)), keeper);
  end = client.signOut;
  doubt = client.doubt;
  client.start({ isKept: kept !== null });
  return client;
}

async function registered(call: Call): Promise<KeptReplica> {
  const state = await register(call);
  return { state, position: positionOf(state), messages: { messages: [], windows: [] }, topics: [] };
}

class PageClient implements Client {
  readonly me: number;
  readonly call: Call;
  readonly state;
  readonly messages: MessageStore;
  readonly topics: TopicStore;
  readonly outbox: LocalOutbox;
  readonly writers;
  readonly status;
  readonly now: () => number;
  readonly #states: StateStore;
  readonly #typing: TypingStore;
  readonly #keeper: ReplicaKeeper;
  /** What was there when it was kept last. */
  #keptAt = "";
  #keeping = Promise.resolve();
  readonly #follower: Follower;
  readonly #tabs: Tabs;
  readonly #listeners = new Set<EventListener>();

  constructor(call: Call, clock: ServerClock, known: KeptReplica, keeper: ReplicaKeeper | null) {
    const { state: snapshot, position, messages, topics } = known;
    this.call = call;
    this.now = clock.now;
    this.me = snapshot.user_id ?? 0;
    this.#states = new StateStore(snapshot, registration);
    this.state = this.#states.shown;
    this.messages = new MessageStore(messagesOver(call), this.me);
    this.messages.restore(messages);
    this.#keeper = keeper ?? new ReplicaKeeper(this.me);
    this.topics = new TopicStore(topicsOver(call));
    this.topics.restore(topics);
    this.#typing = new TypingStore(
      this.me,
      snapshot.server_typing_started_expiry_period_milliseconds ?? TYPING_EXPIRY_MS,
    );
    this.writers = this.#typing.writers;
    this.#follower = new Follower({
      from: position,
      now: clock.now,
      poll: pollOver(call),
      // A disk that takes long holds nothing up.
      keep: () => Promise.race([this.#keep(), pause(DISK_PATIENCE_MS)]),
      onEvents: (happening) => this.#receive(happening),
      onQueueGone: async () => {
        const anew = await register(call);
        // Somebody else has signed in: nothing of what is shown is theirs.
        if (anew.user_id !== this.me) location.reload();
        this.#beginAnew(anew);
        this.#tabs.passState(anew, positionOf(anew));
        return positionOf(anew);
      },
    });
    this.#tabs = new Tabs({
      me: this.me,
      follower: this.#follower,
      confirmed: () => this.#states.confirmed,
      beginAnew: (state) => this.#beginAnew(state),
    });
    this.status = this.#follower.status;
    const send = sendOver({
      clock,
      queueId: () => this.#follower.position.queueId,
      onSignedOut: this.signOut,
      onUnreachable: this.doubt,
    });
    this.outbox = new LocalOutbox(send, clock.now, browserKeeper(this.me));
  }

  start({ isKept }: { isKept: boolean }): void {
    if (isKept) this.#keptAt = this.#current;
    this.#tabs.start();
    this.outbox.flush();
    reportPresence(this, this.#states.learn);
    const keep = () => void this.#keep();
    void this.#keep();
    setInterval(() => {
      // Of several pages, what one looks at is to be there when one comes again.
      if (document.visibilityState === "visible") keep();
    }, KEEP_MS);
    document.addEventListener("visibilitychange", keep);
    window.addEventListener("online", this.#tabs.look);
    window.addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", () => {
      // A page that goes away does not ask once more: what it would acknowledge, it has not kept.
      if (document.visibilityState === "visible") this.#tabs.look();
    });
    const askAgain = () => {
      this.outbox.flush();
      this.messages.retry();
      this.topics.retry();
    };
    whenLive(this, askAgain, true);
  }

  readonly onEvents = (listener: EventListener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isSpeaker = (): boolean => this.#tabs.isLeading;

  readonly signOut = (): void => this.#follower.signOut();

  /** Something has not reached the server. */
  readonly doubt = (): void => this.#follower.doubt();

  readonly change = async ({ expects, request }: Change): Promise<Outcome> => {
    const takeBack = this.#states.expect(expects);
    this.messages.showPending(this.#states.pendingEvents);
    const settle = () => {
      takeBack();
      this.messages.showPending(this.#states.pendingEvents);
    };
    try {
      const answer = await request(this.call);
      if (answer.result === "success") {
        setTimeout(settle, EVENT_PATIENCE_MS);
        return { done: true };
      }
      settle();
      return { done: false, message: answer.msg };
    } catch (error) {
      settle();
      if (error instanceof SignedOut) this.signOut();
      return { done: false, message: error instanceof Error ? error.message : String(error) };
    }
  };

  /** Another text whenever there is something to keep. */
  get #current(): string {
    const { queueId, lastEventId } = this.#follower.position;
    return `${queueId} ${lastEventId} ${this.messages.count}`;
  }

  #keep(): Promise<void> {
    const { position } = this.#follower;
    if (this.#current !== this.#keptAt) {
      this.#keptAt = this.#current;
      const [messages, topics] = [this.messages.kept, this.topics.kept];
      this.#keeping = this.#keeper.keep({ state: this.#states.confirmed, position, messages, topics });
    }
    return this.#keeping;
  }

  #beginAnew(state: State): void {
    this.#states.replace(state);
    this.messages.reset();
    this.topics.reset();
  }

  #receive(happening: Happening): void {
    this.#tabs.pass(happening);
    const { events } = happening;
    const known = this.#states.receive(events);
    for (const event of events) {
      this.messages.receive(event);
      this.topics.receive(event);
      this.#typing.receive(event);
      this.outbox.receive(event);
    }
    this.messages.showPending(this.#states.pendingEvents);
    for (const listener of Array.from(this.#listeners)) listener(events, known);
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const positionOf = ({ queue_id, last_event_id }: RegisterResponse) => ({
  queueId: queue_id ?? "",
  lastEventId: last_event_id,
});
