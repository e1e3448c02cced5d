import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import {
  carriers,
  type Carrier,
  type NotificationDecision,
  type NotificationReason,
} from "@parlance/contract/notifications/notification-decision.ts";

/** A notification of a user about a message, with its transports. */
export interface Notification {
  readonly userId: number;
  readonly messageId: number;
  readonly occasion: NotificationReason;
  /** The group through which the user is mentioned; null: none, or mentioned by name. */
  readonly groupId: number | null;
  readonly carriers: readonly Carrier[];
}

/** A notification that must no longer be shown: the user has read the message, or may no longer read it. */
export type EndedNotification = Pick<Notification, "userId" | "messageId" | "carriers">;

/** Maximum number of a user's ended notifications that a transport gets, the newest ones: phones show fewer. */
export const MAX_RETRACTED = 200;

/** The organization and the time of a decision. */
export interface NotificationContext {
  readonly realm: RealmContext;
  readonly snapshot: OrganizationSnapshot;
  readonly now: Date;
}

/**
 * Delivers notifications to users. It is called in the transaction that decides, and enqueues jobs there: a
 * notification is delivered if, and only if, that transaction commits.
 */
export interface NotificationTransport {
  readonly name: Carrier;
  /** Called once for each notification. */
  notify(tx: Tx, at: NotificationContext, notices: readonly Notification[]): Promise<void>;
  /**
   * Retracts notifications that may have been delivered, for each user the newest `MAX_RETRACTED`; never called before
   * `notify`.
   */
  retract(tx: Tx, at: NotificationContext, gone: readonly EndedNotification[]): Promise<void>;
}

/** Returns the notification that a decision results in; null: none. */
export function notificationOf(decision: NotificationDecision): Pick<Notification, "occasion" | "carriers"> | null {
  const verdicts = carriers.map((carrier) => ({ carrier, verdict: decision[carrier] }));
  const by = verdicts.flatMap(({ carrier, verdict }) => (verdict.isNotified ? [carrier] : []));
  const occasion = verdicts.flatMap(({ verdict }) => (verdict.isNotified ? [verdict.reason] : []))[0];
  return occasion === undefined ? null : { occasion, carriers: by };
}
