import type { Call } from "@parlance/client";
import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import type { State } from "@parlance/contract/state/index.ts";
import type { Messages } from "../replica/messages/messages.ts";
import type { ChannelTopics } from "../replica/channel-topics.ts";
import type { Store } from "../stores/store.ts";
import type { TypingUsers } from "../replica/typing-store.ts";
import type { Outbox } from "../outbox/outbox.ts";

/** How the page stands with the server. */
export interface ConnectionStatus {
  /**
   * `live`: events come as they happen. `connecting`: they will, any moment. `offline`: no way to the server; tried again
   * with growing pauses. `signed-out`: the session is over, and the person must sign in again.
   */
  readonly phase: "connecting" | "live" | "offline" | "signed-out";
  /** When what is shown was last certain to be current, in milliseconds since 1970 by the server's clock. */
  readonly currentAt: number;
  /** When the next attempt is made, by this machine's clock; null where none is planned. */
  readonly nextAttemptAt: number | null;
}

/** Something that a person does to what they see, and that shows at once. */
export interface Change {
  /** What it will have changed, as the events by which the server will tell it; shown until the server has answered. */
  readonly expects: readonly EventBody[];
  /** Asks the server for it. */
  readonly request: (call: Call) => Promise<{ readonly result: "success" | "error"; readonly msg: string }>;
}

/** What came of a change; a refused one is undone, and `message` says why in the server's words. */
export type Outcome = { readonly done: true } | { readonly done: false; readonly message: string };

/** Is told what has happened, and for each event what was known after it: by now the stores know of later ones, too. */
export type ClientEventListener = (events: readonly Event[], known: readonly State[]) => void;

/** Everything that the screens need of what is below them. Reads come from the stores; only `call` and the changes ask the server. */
export interface Client {
  readonly me: number;
  /** The organization and the person's own facts: the registration, the events after it, and the changes under way. */
  readonly state: Store<State>;
  readonly messages: Messages;
  readonly topics: ChannelTopics;
  readonly outbox: Outbox;
  readonly typingUsers: Store<TypingUsers>;
  readonly status: Store<ConnectionStatus>;
  /** Calls with what has happened, once the stores know it, until the returned function is called. */
  readonly onEvents: (listener: ClientEventListener) => () => void;
  /** Whether this page, of the person's in this browser, is the one that tells of what happens. */
  readonly isLeadingTab: () => boolean;
  /** By the server's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** For what is not part of the replica: histories, settings pages, searches in people. */
  readonly call: Call;
  /** Makes a change; it shows before this returns. */
  readonly change: (change: Change) => Promise<Outcome>;
}
