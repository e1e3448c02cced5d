import type { Call } from "@parlance/client";
import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import type { State } from "@parlance/contract/state/index.ts";
import type { Messages } from "../replica/messages/messages.ts";
import type { ChannelTopics } from "../replica/channel-topics.ts";
import type { Store } from "../stores/store.ts";
import type { TypingUsers } from "../replica/typing-store.ts";
import type { Outbox } from "../outbox/outbox.ts";

/** State of the connection to the server. */
export interface ConnectionStatus {
  /**
   * `live`: the page receives events as they occur. `connecting`: the connection is being established. `offline`: the
   * server is unreachable, and the page retries with growing delays. `signed-out`: the session has ended, and the user
   * must log in again.
   */
  readonly phase: "connecting" | "live" | "offline" | "signed-out";
  /**
   * The last time at which the displayed data was known to be current, in milliseconds since 1970 by the server's
   * clock.
   */
  readonly currentAt: number;
  /** Time of the next attempt to connect, by this device's clock, or null if none is planned. */
  readonly nextAttemptAt: number | null;
}

/** A change made by the user. Its expected result is shown immediately. */
export interface Change {
  /**
   * The expected result, as the events that the server will send. They are applied to the displayed state until the
   * server's own events are received or the change fails.
   */
  readonly expects: readonly EventBody[];
  /** Sends the request. */
  readonly request: (call: Call) => Promise<{ readonly result: "success" | "error"; readonly msg: string }>;
}

/** Result of a change. If a change fails, it is undone, and `message` contains the reason. */
export type Outcome = { readonly done: true } | { readonly done: false; readonly message: string };

/**
 * Called with a batch of events. `known` contains the state after each of these events, while the stores may already
 * contain later events.
 */
export type ClientEventListener = (events: readonly Event[], known: readonly State[]) => void;

/**
 * The interface between the screens and the layers below them: the stores from which screens read data, and the
 * functions that send requests to the server.
 */
export interface Client {
  readonly me: number;
  /**
   * The state of the organization and the user: the data of the register response, with later events and pending
   * changes applied.
   */
  readonly state: Store<State>;
  readonly messages: Messages;
  readonly topics: ChannelTopics;
  readonly outbox: Outbox;
  readonly typingUsers: Store<TypingUsers>;
  readonly status: Store<ConnectionStatus>;
  /**
   * Calls `listener` with each batch of events, after the events were applied to the stores. Returns a function that
   * removes the listener.
   */
  readonly onEvents: (listener: ClientEventListener) => () => void;
  /**
   * Returns true if this page is the leader among the user's pages in this browser. In browsers with `navigator.locks`,
   * only the leader shows notifications.
   */
  readonly isLeadingTab: () => boolean;
  /** Returns the server's time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Calls the API. For data that is not in the stores, such as edit histories, settings pages and user searches. */
  readonly call: Call;
  /**
   * Calls the API with an idempotency key, so that a request whose response was lost can be repeated and is executed
   * only once. Throws if the request must be repeated because the outcome is unknown.
   */
  readonly callWithKey: (key: string) => Call;
  /** Makes a change. Its expected result is shown before this function returns. */
  readonly change: (change: Change) => Promise<Outcome>;
}
