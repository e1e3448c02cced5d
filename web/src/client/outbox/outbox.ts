import type { Store } from "../stores/store.ts";

/** Destination of a message. */
export type Destination =
  | { readonly kind: "topic"; readonly channelId: number; readonly topic: string }
  /** Ids of the other participants in ascending order, or only the user's own id for notes to self. */
  | { readonly kind: "direct"; readonly userIds: readonly number[] };

/** A message that the server has not confirmed yet. */
export interface PendingMessage {
  /**
   * Identifies the message in the client. Also sent as the idempotency key, so that the server never posts the message
   * twice.
   */
  readonly key: string;
  readonly to: Destination;
  /** Content in Markdown. */
  readonly content: string;
  /** Time at which the message was written, in milliseconds since 1970 by the server's clock. */
  readonly writtenAt: number;
  readonly standing: "waiting" | "sending" | "refused";
  /** The server's reason for rejecting the message. */
  readonly problem: string | null;
}

/**
 * Messages that the server has not confirmed yet. They survive a reload of the page, and are still sent after a day
 * offline.
 */
export interface Outbox {
  /** In the order in which they were written. */
  readonly messages: Store<readonly PendingMessage[]>;
  /** Shows a message immediately, and sends it after the earlier messages of its conversation. */
  readonly send: (to: Destination, content: string) => void;
  /** Sends a rejected message again. */
  readonly retry: (key: string) => void;
  /**
   * Cancels a message that has not been sent yet, and returns its content so that it can be put into the composer.
   * Returns undefined if the message is being sent or was sent.
   */
  readonly cancel: (key: string) => string | undefined;
}
