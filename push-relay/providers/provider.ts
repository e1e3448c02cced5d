/**
 * What came of a notice.
 * - `sent`: the service took it.
 * - `gone`: there is no such phone any more.
 * - `refused`: the service does not take this notice, and never will.
 * - `unavailable`: the service did not answer, or was too busy, for as long as we tried.
 * - `unauthorized`: the service does not take the relay's key. It may once whoever runs the relay has mended that.
 */
export type DeliveryOutcome = "sent" | "gone" | "refused" | "unavailable" | "unauthorized";

/** What came of one try: an outcome, or that it may be tried again, after as many milliseconds as the service asks for. */
export type AttemptResult =
  | { readonly outcome: DeliveryOutcome; readonly reason?: string }
  | { readonly againAfterMs: number | undefined };

/** A service that reaches the phones of one maker. */
export interface Provider<Notice> {
  /** Never throws. What does not go through at once is tried again until the deadline, by `Clock.elapsed`. */
  send(notice: Notice, deadline: number): Promise<DeliveryOutcome>;
  close(): Promise<void>;
}

/** For Apple's phones. */
export interface AppleNotification {
  readonly token: string;
  /** The app. */
  readonly topic: string;
  readonly priority: 1 | 5 | 10;
  readonly pushType: "alert" | "background";
  /** Of several with the same, a phone shows the last one. */
  readonly collapseId?: string | undefined;
  /** JSON. */
  readonly payload: string;
}

/** For phones with Google's services. */
export interface GoogleNotification {
  readonly token: string;
  readonly priority: "high" | "normal";
  readonly data: Readonly<Record<string, string>>;
}

/** How long a service keeps a notice for a phone that cannot be reached. */
export const NOTIFICATION_LIFETIME_SECONDS = 86_400;
