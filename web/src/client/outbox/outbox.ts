import type { Store } from "../stores/store.ts";

/** Where a message goes. */
export type Destination =
  | { readonly kind: "topic"; readonly channelId: number; readonly topic: string }
  /** The ids of the others, ascending; one's own alone for notes to oneself. */
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A message on its way. */
export interface PendingMessage {
  /** Names it here and to the server: the same message is never sent twice. */
  readonly key: string;
  readonly to: Destination;
  /** Markdown. */
  readonly content: string;
  /** When it was written, in milliseconds since 1970 by the server's clock. */
  readonly writtenAt: number;
  readonly standing: "waiting" | "sending" | "refused";
  /** Why it was refused, in the server's words. */
  readonly problem: string | null;
}

/** Messages that were written and are not yet known to the server. They survive a reload and a day offline. */
export interface Outbox {
  /** In the order in which they were written. */
  readonly messages: Store<readonly PendingMessage[]>;
  /** Shows it at once, and sends it as soon as the ones before it in its conversation are sent. */
  readonly send: (to: Destination, content: string) => void;
  /** Tries a refused one again. */
  readonly retry: (key: string) => void;
  /** Takes one back that is not sent yet, and gives its text back for the composer. Undefined: it is too late. */
  readonly cancel: (key: string) => string | undefined;
}
