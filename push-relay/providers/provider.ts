/**
 * Outcome of a notification.
 * - `sent`: the service accepted it.
 * - `gone`: the phone no longer exists.
 * - `refused`: the service rejects this notification permanently.
 * - `unavailable`: the service did not respond, or was too busy, until the deadline.
 * - `unauthorized`: the service rejects the relay's key. It may accept notifications after the relay's operator has
 *   fixed that.
 */
export type DeliveryOutcome = "sent" | "gone" | "refused" | "unavailable" | "unauthorized";

/** Result of one attempt: an outcome, or that it may be retried, after the milliseconds that the service requests. */
export type AttemptResult =
  | { readonly outcome: DeliveryOutcome; readonly reason?: string }
  | { readonly againAfterMs: number | undefined };

/** A push service for the phones of one manufacturer. */
export interface Provider<Notice> {
  /** Sends a notification. Never throws. After temporary errors it retries until the deadline, by `Clock.elapsed`. */
  send(notice: Notice, deadline: number): Promise<DeliveryOutcome>;
  close(): Promise<void>;
}

/** A notification for one of Apple's phones. */
export interface AppleNotification {
  readonly token: string;
  /** Id of the app. */
  readonly topic: string;
  readonly priority: 1 | 5 | 10;
  readonly pushType: "alert" | "background";
  /** Of several notifications with the same id, a phone shows the last one. */
  readonly collapseId?: string | undefined;
  /** JSON. */
  readonly payload: string;
}

/** A notification for a phone with Google's services. */
export interface GoogleNotification {
  readonly token: string;
  readonly priority: "high" | "normal";
  readonly data: Readonly<Record<string, string>>;
}

/** Time for which a service stores a notification for an unreachable phone. */
export const NOTIFICATION_LIFETIME_SECONDS = 86_400;
