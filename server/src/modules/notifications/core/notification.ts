import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import {
  carriers,
  type Carrier,
  type NotificationDecision,
  type NotificationReason,
} from "@parlance/contract/notifications/notification-decision.ts";

/** A notification to a user about a message, and the transports that deliver it. */
export interface Notification {
  readonly userId: number;
  readonly messageId: number;
  readonly occasion: NotificationReason;
  /** Id of the group through which the user is mentioned; null if the user is mentioned by name or not at all. */
  readonly groupId: number | null;
  readonly carriers: readonly Carrier[];
}

/** A notification that must no longer be shown, because the user has read the message or may no longer read it. */
export type EndedNotification = Pick<Notification, "userId" | "messageId" | "carriers">;

/** Maximum number of ended notifications per user that a transport gets, the newest ones. Phones show fewer. */
export const MAX_RETRACTED = 200;

/** The organization in which, and the time at which, notifications are decided. */
export interface NotificationContext {
  readonly realm: RealmContext;
  readonly snapshot: OrganizationSnapshot;
  readonly now: Date;
}

/**
 * Delivers notifications to users. Called in the transaction that decides on them, and enqueues jobs in it, so that
 * notifications are delivered only if the transaction commits.
 */
export interface NotificationTransport {
  readonly name: Carrier;
  /** Delivers new notifications. Each notification is passed only once. */
  notify(tx: Tx, at: NotificationContext, notices: readonly Notification[]): Promise<void>;
  /**
   * Retracts notifications that may have been delivered, at most `MAX_RETRACTED` per user. Never called for a
   * notification before `notify`.
   */
  retract(tx: Tx, at: NotificationContext, gone: readonly EndedNotification[]): Promise<void>;
}

/**
 * Returns the reason and the transports of the notification that a decision results in; null if the user is not
 * notified.
 */
export function notificationOf(decision: NotificationDecision): Pick<Notification, "occasion" | "carriers"> | null {
  const verdicts = carriers.map((carrier) => ({ carrier, verdict: decision[carrier] }));
  const by = verdicts.flatMap(({ carrier, verdict }) => (verdict.isNotified ? [carrier] : []));
  const occasion = verdicts.flatMap(({ verdict }) => (verdict.isNotified ? [verdict.reason] : []))[0];
  return occasion === undefined ? null : { occasion, carriers: by };
}
