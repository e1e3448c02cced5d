/**
 * Outcome of a notification.
 * - `sent`: the service has accepted it.
 * - `gone`: the phone no longer exists.
 * - `refused`: the service rejects this notification permanently.
 * - `unavailable`: until the deadline, the service did not respond or was too busy, or the relay is not configured for
 *   it.
 * - `unauthorized`: the service rejects the relay's key. Notifications can be sent again when the relay's operator has
 *   corrected the key.
 */
export type DeliveryOutcome = "sent" | "gone" | "refused" | "unavailable" | "unauthorized";

/**
 * Result of an attempt: an outcome, or that the notification may be retried, possibly after a delay in milliseconds
 * that the service requests.
 */
export type AttemptResult =
  | { readonly outcome: DeliveryOutcome; readonly reason?: string }
  | { readonly againAfterMs: number | undefined };

/** Sends notifications through one push service. */
export interface Provider<Notice> {
  /**
   * Sends a notification. Never throws. After temporary errors, it retries until the deadline, which is a time of
   * `Clock.elapsed`.
   */
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
  /** A phone shows only the last of several notifications with the same id. */
  readonly collapseId?: string | undefined;
  /** The payload as JSON. */
  readonly payload: string;
}

/** A notification for a phone with Google's services. */
export interface GoogleNotification {
  readonly token: string;
  readonly priority: "high" | "normal";
  readonly data: Readonly<Record<string, string>>;
}

/** Time for which a push service stores a notification for a phone that cannot be reached, in seconds. */
export const NOTIFICATION_LIFETIME_SECONDS = 86_400;
