import { type Call, callOver } from "@parlance/client";
import type { RegisterResponse } from "@parlance/contract/register/index.ts";
import type { Event } from "@parlance/contract/events/index.ts";
import { MessageStore } from "../replica/message-store.ts";
import { StateStore } from "../replica/state-store.ts";
import { TypingStore } from "../replica/typing-store.ts";
import { TopicStore } from "../replica/topic-store.ts";
import type { Change, Client, Outcome } from "./client.ts";
import { Attention } from "./attention.ts";
import { browserKeeper } from "./kept-messages.ts";
import { type KeptReplica, personOfPage, ReplicaKeeper } from "./kept-replica.ts";
import { Follower } from "./follow.ts";
import { LocalOutbox } from "./local-outbox.ts";
import { messagesOver, pollOver, sendOver, topicsOver } from "./requests.ts";
import { reportPresence } from "./report-presence.ts";
import { register, registration } from "./registration.ts";
import { ServerClock } from "./server-clock.ts";
import { pageTransport, SignedOut } from "./transport.ts";

/** So long a confirmed change keeps showing while its event is on the way, in milliseconds. */
const EVENT_PATIENCE_MS = 3_000;

const TYPING_EXPIRY_MS = 15_000;

/** What the page knows is kept so often, in milliseconds, if it has changed. */
const KEEP_MS = 5_000;

/**
 * Opens what the page knows and does: registers, and follows what happens from there on.
 * @throws Unreachable, SignedOut
 */
export async function openClient(): Promise<Client> {
  const clock = new ServerClock();
  let end: () => void = () => location.assign("/login");
  const transport = pageTransport({ clock, onSignedOut: () => end() });
  const call = callOver(transport);
  const me = personOfPage();
  const kept = me === null ? null : await new ReplicaKeeper(me).load();
  const client = new PageClient(call, clock, kept ?? (await registered(call)));
  end = client.signOut;
  client.start();
  return client;
}

async function registered(call: Call): Promise<KeptReplica> {
  const state = await register(call);
  return { state, position: positionOf(state), messages: { messages: [], windows: [] } };
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
  readonly #follower: Follower;

  constructor(call: Call, clock: ServerClock, { state: snapshot, position, messages }: KeptReplica) {
    this.call = call;
    this.now = clock.now;
    this.me = snapshot.user_id ?? 0;
    this.#states = new StateStore(snapshot, registration);
    this.state = this.#states.shown;
    this.messages = new MessageStore(messagesOver(call), this.me);
    this.messages.restore(messages);
    this.#keeper = new ReplicaKeeper(this.me);
    this.topics = new TopicStore(topicsOver(call));
    this.#typing = new TypingStore(
      this.me,
      snapshot.server_typing_started_expiry_period_milliseconds ?? TYPING_EXPIRY_MS,
    );
    this.writers = this.#typing.writers;
    this.#follower = new Follower({
      from: position,
      now: clock.now,
      signal: new AbortController().signal,
      attention: new Attention(`parlance events ${this.me}`),
      poll: pollOver(call),
      onEvents: (events) => this.#receive(events),
      onQueueGone: async () => {
        const anew = await register(call);
        // Somebody else has signed in: nothing of what is shown is theirs.
        if (anew.user_id !== this.me) location.reload();
        this.#states.replace(anew);
        this.messages.reset();
        this.topics.reset();
        return positionOf(anew);
      },
    });
    this.status = this.#follower.status;
    const send = sendOver(clock, () => this.#follower.position.queueId, this.signOut);
    this.outbox = new LocalOutbox(send, clock.now, browserKeeper(this.me));
  }

  start(): void {
    void this.#follower.run();
    this.outbox.flush();
    reportPresence(this);
    setInterval(() => this.#keep(), KEEP_MS);
    document.addEventListener("visibilitychange", () => this.#keep());
    window.addEventListener("online", this.#follower.wake);
    document.addEventListener("visibilitychange", () => {
      // A page that goes away does not ask once more: what it would acknowledge, it has not kept.
      if (document.visibilityState === "visible") this.#follower.wake();
    });
    let wasLive = true;
    this.status.subscribe(() => {
      const isLive = this.status.get().phase === "live";
      if (isLive && !wasLive) this.outbox.flush();
      wasLive = isLive;
    });
  }

  readonly signOut = (): void => this.#follower.signOut();

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

  #keep(): void {
    const { position } = this.#follower;
    const state = `${position.queueId} ${position.lastEventId} ${this.messages.count}`;
    if (state === this.#keptAt) return;
    this.#keptAt = state;
    void this.#keeper.keep({ state: this.#states.confirmed, position, messages: this.messages.kept });
  }

  #receive(events: readonly Event[]): void {
    this.#states.receive(events);
    for (const event of events) {
      this.messages.receive(event);
      this.topics.receive(event);
      this.#typing.receive(event);
      this.outbox.receive(event);
    }
  }
}

const positionOf = ({ queue_id, last_event_id }: RegisterResponse) => ({
  queueId: queue_id ?? "",
  lastEventId: last_event_id,
});
