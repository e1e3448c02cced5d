import { type Call, createCall } from "@parlance/client";
import type { RegisterResponse } from "@parlance/contract/register/index.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { MessageStore } from "../replica/messages/message-store.ts";
import { StateStore } from "../replica/state-store.ts";
import { TypingStore } from "../replica/typing-store.ts";
import { TopicStore } from "../replica/topic-store.ts";
import type { Change, Client, ClientEventListener, Outcome } from "./client.ts";
import { createBrowserOutboxStorage } from "../outbox/outbox-storage.ts";
import { preloadedReplica } from "./persistence/preloaded-replica.ts";
import { type PersistedReplica, ReplicaStorage } from "./persistence/persisted-replica.ts";
import { EventFollower, type EventBatch } from "./events/event-follower.ts";
import { LocalOutbox } from "../outbox/local-outbox.ts";
import { createMessageSource, createEventPoller, createMessageSender, createTopicFetcher } from "./api-requests.ts";
import { reportPresence } from "./report-presence.ts";
import { register, registrationOptions } from "./registration.ts";
import { ServerClock } from "./server-clock.ts";
import { TabCoordinator } from "./events/tab-coordinator.ts";
import { createIdempotentCall } from "./idempotent-call.ts";
import { pageTransport, SignedOutError } from "./transport.ts";
import { onConnected } from "./on-connected.ts";

/** Time in milliseconds for which a change that the server has accepted remains shown if its event does not arrive. */
const EVENT_TIMEOUT_MS = 3_000;

const TYPING_EXPIRY_MS = 15_000;

/** Interval in milliseconds at which the page's state is persisted if it has changed. */
const SAVE_INTERVAL_MS = 5_000;
const DISK_TIMEOUT_MS = 2_000;

/**
 * Opens the client: restores the persisted state or registers an event queue, and follows the events from there.
 * @throws ServerUnreachableError, SignedOutError, or Error with the server's message
 */
export async function openClient(): Promise<Client> {
  const clock = new ServerClock();
  let end: () => void = () => location.assign("/login");
  let doubt: () => void = () => undefined;
  const transport = pageTransport({ clock, onSignedOut: () => end(), onUnreachable: () => doubt() });
  const call = createCall(transport);
  const { storage } = preloadedReplica;
  const persisted = await preloadedReplica.persisted;
  const client = new PageClient(call, clock, persisted ?? (await registerReplica(call)), storage);
  end = client.signOut;
  doubt = client.reconnect;
  client.start({ isPersisted: persisted !== null });
  return client;
}

async function registerReplica(call: Call): Promise<PersistedReplica> {
  const state = await register(call);
  return { state, position: positionOf(state), messages: { messages: [], windows: [] }, topics: [] };
}

class PageClient implements Client {
  readonly me: number;
  readonly call: Call;
  readonly callWithKey: (key: string) => Call;
  readonly state;
  readonly messages: MessageStore;
  readonly topics: TopicStore;
  readonly outbox: LocalOutbox;
  readonly typingUsers;
  readonly status;
  readonly now: () => number;
  readonly #states: StateStore;
  readonly #typing: TypingStore;
  readonly #storage: ReplicaStorage;
  /** Value of `#currentVersion` at the last save. */
  #savedVersion = "";
  #saving = Promise.resolve();
  readonly #follower: EventFollower;
  readonly #tabs: TabCoordinator;
  readonly #listeners = new Set<ClientEventListener>();

  constructor(call: Call, clock: ServerClock, known: PersistedReplica, storage: ReplicaStorage | null) {
    const { state: snapshot, position, messages, topics } = known;
    this.call = call;
    this.callWithKey = createIdempotentCall({ clock, onSignedOut: this.signOut, onUnreachable: this.reconnect });
    this.now = clock.now;
    this.me = snapshot.user_id ?? 0;
    this.#states = new StateStore(snapshot, registrationOptions);
    this.state = this.#states.shown;
    this.messages = new MessageStore(createMessageSource(call), this.me);
    this.messages.restore(messages);
    this.#storage = storage ?? new ReplicaStorage(this.me);
    this.topics = new TopicStore(createTopicFetcher(call));
    this.topics.restore(topics);
    this.#typing = new TypingStore(
      this.me,
      snapshot.server_typing_started_expiry_period_milliseconds ?? TYPING_EXPIRY_MS,
    );
    this.typingUsers = this.#typing.typingUsers;
    this.#follower = new EventFollower({
      from: position,
      now: clock.now,
      poll: createEventPoller(call),
      // If the disk is slow, the events are acknowledged without waiting longer for the save.
      persist: () => Promise.race([this.#save(), delay(DISK_TIMEOUT_MS)]),
      onEvents: (happening) => this.#receive(happening),
      onQueueExpired: async () => {
        const anew = await register(call);
        // If the new registration is for another user, another user has logged in in this browser. The page is
        // reloaded, because it shows the previous user's data.
        if (anew.user_id !== this.me) location.reload();
        this.#replaceState(anew);
        this.#tabs.broadcastState(anew, positionOf(anew));
        return positionOf(anew);
      },
    });
    this.#tabs = new TabCoordinator({
      me: this.me,
      follower: this.#follower,
      confirmed: () => this.#states.confirmed,
      replaceState: (state) => this.#replaceState(state),
    });
    this.status = this.#follower.status;
    const { callWithKey } = this;
    const send = createMessageSender({ callWithKey, queueId: () => this.#follower.position.queueId });
    this.outbox = new LocalOutbox(send, clock.now, createBrowserOutboxStorage(this.me));
  }

  start({ isPersisted }: { isPersisted: boolean }): void {
    if (isPersisted) this.#savedVersion = this.#currentVersion;
    this.#tabs.start();
    this.outbox.flush();
    reportPresence(this, this.#states.applyResponse);
    const persist = () => void this.#save();
    void this.#save();
    setInterval(() => {
      // If several pages are open, the state of the visible page is persisted, because this is the state that the user
      // expects next time.
      if (document.visibilityState === "visible") persist();
    }, SAVE_INTERVAL_MS);
    document.addEventListener("visibilitychange", persist);
    window.addEventListener("online", this.#tabs.checkForEvents);
    window.addEventListener("offline", this.reconnect);
    document.addEventListener("visibilitychange", () => {
      // A page that is being closed must not poll: this would acknowledge events whose effect is not persisted.
      if (document.visibilityState === "visible") this.#tabs.checkForEvents();
    });
    const retry = () => {
      this.outbox.flush();
      this.messages.retry();
      this.topics.retry();
    };
    onConnected(this, retry, true);
  }

  readonly onEvents = (listener: ClientEventListener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly isLeadingTab = (): boolean => this.#tabs.isLeading;

  readonly signOut = (): void => this.#follower.signOut();

  /** Reopens the event stream. Called when a request has not reached the server or the browser goes offline. */
  readonly reconnect = (): void => this.#follower.reconnect();

  readonly change = async ({ expects, request }: Change): Promise<Outcome> => {
    const revert = this.#states.expect(expects);
    this.messages.showPending(this.#states.pendingEvents);
    const settle = () => {
      revert();
      this.messages.showPending(this.#states.pendingEvents);
    };
    try {
      const answer = await request(this.call);
      if (answer.result === "success") {
        setTimeout(settle, EVENT_TIMEOUT_MS);
        return { done: true };
      }
      settle();
      return { done: false, message: answer.msg };
    } catch (error) {
      settle();
      if (error instanceof SignedOutError) this.signOut();
      return { done: false, message: error instanceof Error ? error.message : String(error) };
    }
  };

  /** Changes with each event and with the number of loaded messages. If it has not changed, nothing is saved. */
  get #currentVersion(): string {
    const { queueId, lastEventId } = this.#follower.position;
    return `${queueId} ${lastEventId} ${this.messages.count}`;
  }

  #save(): Promise<void> {
    const { position } = this.#follower;
    if (this.#currentVersion !== this.#savedVersion) {
      this.#savedVersion = this.#currentVersion;
      const [messages, topics] = [this.messages.persisted, this.topics.persisted];
      this.#saving = this.#storage.save({ state: this.#states.confirmed, position, messages, topics });
    }
    return this.#saving;
  }

  #replaceState(state: State): void {
    this.#states.replace(state);
    this.messages.reset();
    this.topics.reset();
  }

  #receive(happening: EventBatch): void {
    this.#tabs.broadcast(happening);
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

const delay = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const positionOf = ({ queue_id, last_event_id }: RegisterResponse) => ({
  queueId: queue_id ?? "",
  lastEventId: last_event_id,
});
