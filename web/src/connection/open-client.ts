import { type Call, callOver } from "@parlance/client";
import type { RegisterResponse } from "@parlance/contract/register/index.ts";
import type { Event } from "@parlance/contract/events/index.ts";
import { MessageStore } from "../replica/message-store.ts";
import { StateStore } from "../replica/state-store.ts";
import { TypingStore } from "../replica/typing-store.ts";
import { TopicStore } from "../replica/topic-store.ts";
import type { Change, Client, Outcome } from "./client.ts";
import { browserKeeper } from "./kept-messages.ts";
import { Follower } from "./follow.ts";
import { LocalOutbox } from "./local-outbox.ts";
import { messagesOver, sendOver, topicsOver } from "./requests.ts";
import { reportPresence } from "./report-presence.ts";
import { register, registration } from "./registration.ts";
import { ServerClock } from "./server-clock.ts";
import { pageTransport, SignedOut } from "./transport.ts";

/** So long a confirmed change keeps showing while its event is on the way, in milliseconds. */
const EVENT_PATIENCE_MS = 3_000;

const TYPING_EXPIRY_MS = 15_000;

/**
 * Opens what the page knows and does: registers, and follows what happens from there on.
 * @throws Unreachable, SignedOut
 */
export async function openClient(): Promise<Client> {
  const clock = new ServerClock();
  let end: () => void = () => location.assign("/login");
  const transport = pageTransport({ clock, onSignedOut: () => end() });
  const call = callOver(transport);
  const snapshot = await register(call);
  const client = new PageClient(call, clock, snapshot);
  end = client.signOut;
  client.start();
  return client;
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
  readonly #follower: Follower;

  constructor(call: Call, clock: ServerClock, snapshot: RegisterResponse) {
    this.call = call;
    this.now = clock.now;
    this.me = snapshot.user_id ?? 0;
    this.#states = new StateStore(snapshot, registration);
    this.state = this.#states.shown;
    this.messages = new MessageStore(messagesOver(call), this.me);
    this.topics = new TopicStore(topicsOver(call));
    this.#typing = new TypingStore(
      this.me,
      snapshot.server_typing_started_expiry_period_milliseconds ?? TYPING_EXPIRY_MS,
    );
    this.writers = this.#typing.writers;
    this.#follower = new Follower({
      from: positionOf(snapshot),
      now: clock.now,
      signal: new AbortController().signal,
      onEvents: (events) => this.#receive(events),
      onQueueGone: async () => {
        const anew = await register(call);
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
    window.addEventListener("online", this.#follower.wake);
    document.addEventListener("visibilitychange", this.#follower.wake);
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
