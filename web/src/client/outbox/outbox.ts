import type { Store } from "../stores/store.ts";

/** Destination of a message. */
export type Destination =
  | { readonly kind: "topic"; readonly channelId: number; readonly topic: string }
  /** Ids of the other participants in ascending order, or only the user's own id for notes to self. */
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A message that the server has not confirmed yet. */
export interface PendingMessage {
  /** Identifies the message here and as the idempotency key, so that it is never sent twice. */
  readonly key: string;
  readonly to: Destination;
  /** Markdown. */
  readonly content: string;
  /** Time at which it was written, in milliseconds since 1970 by the server's clock. */
  readonly writtenAt: number;
  readonly standing: "waiting" | "sending" | "refused";
  /** Reason for the rejection, from the server. */
  readonly problem: string | null;
}

/** Messages that the server has not confirmed yet. They persist across a reload and a day offline. */
export interface Outbox {
  /** In the order in which they were written. */
  readonly messages: Store<readonly PendingMessage[]>;
  /** Shows the message immediately, and sends it after the earlier ones of its conversation. */
  readonly send: (to: Destination, content: string) => void;
  /** Retries a rejected message. */
  readonly retry: (key: string) => void;
  /**
   * Cancels a message that was not sent yet, and returns its text for the composer. Returns undefined if it is too
   * late.
   */
  readonly cancel: (key: string) => string | undefined;
}
