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
   * `live`: events are received as they occur. `connecting`: they will be in a moment. `offline`: the server is
   * unreachable, and attempts continue with growing delays. `signed-out`: the session has ended, and the user must log
   * in again.
   */
  readonly phase: "connecting" | "live" | "offline" | "signed-out";
  /**
   * The last time at which the displayed data was known to be current, in milliseconds since 1970 by the server's
   * clock.
   */
  readonly currentAt: number;
  /** Time of the next attempt, by this device's clock, or null if none is planned. */
  readonly nextAttemptAt: number | null;
}

/** A change by the user that is shown immediately. */
export interface Change {
  /** The expected result, as the events that the server will send. Shown until the server has responded. */
  readonly expects: readonly EventBody[];
  /** Sends the request. */
  readonly request: (call: Call) => Promise<{ readonly result: "success" | "error"; readonly msg: string }>;
}

/** Result of a change. A rejected one is undone, and `message` contains the server's reason. */
export type Outcome = { readonly done: true } | { readonly done: false; readonly message: string };

/** Receives events, and for each the state after it. The stores may already contain later events. */
export type ClientEventListener = (events: readonly Event[], known: readonly State[]) => void;

/**
 * The interface between the screens and the layers below them. Data is read from the stores. Only `call` and changes
 * send requests to the server.
 */
export interface Client {
  readonly me: number;
  /**
   * The state of the organization and the user: the registration's data, with the later events and the pending changes
   * applied.
   */
  readonly state: Store<State>;
  readonly messages: Messages;
  readonly topics: ChannelTopics;
  readonly outbox: Outbox;
  readonly typingUsers: Store<TypingUsers>;
  readonly status: Store<ConnectionStatus>;
  /** Calls `listener` with events after they were applied to the stores, until the returned function is called. */
  readonly onEvents: (listener: ClientEventListener) => () => void;
  /** Whether this page is the leader among the user's pages in this browser, which shows notifications. */
  readonly isLeadingTab: () => boolean;
  /** The server's time, in milliseconds since 1970. */
  readonly now: () => number;
  /** For data outside the replica: histories, settings pages, user searches. */
  readonly call: Call;
  /** Makes a change, which is shown before this returns. */
  readonly change: (change: Change) => Promise<Outcome>;
}
