import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import {
  carriers,
  type Carrier,
  type NotificationDecision,
  type NotificationReason,
} from "@parlance/contract/notifications/notification-decision.ts";

/** What somebody is told of, and by what. */
export interface Notification {
  readonly userId: number;
  readonly messageId: number;
  readonly occasion: NotificationReason;
  /** The group by which they are mentioned; null: none, or by name. */
  readonly groupId: number | null;
  readonly carriers: readonly Carrier[];
}

/** A notice that is not to be shown any longer: the message is read, or not theirs to read. */
export type EndedNotification = Pick<Notification, "userId" | "messageId" | "carriers">;

/** Ended notices of one user that a carrier gets at most, the newest: phones show fewer. */
export const MAX_RETRACTED = 200;

/** Where and when it is told. */
export interface NotificationContext {
  readonly realm: RealmContext;
  readonly snapshot: OrganizationSnapshot;
  readonly now: Date;
}

/**
 * What carries notices to people. It is called in the transaction that decides, and asks for jobs there: what it is told is
 * carried if, and only if, that commits.
 */
export interface NotificationTransport {
  readonly name: Carrier;
  /** Each notice comes once. */
  notify(tx: Tx, at: NotificationContext, notices: readonly Notification[]): Promise<void>;
  /** Takes back what may have been told, of each user the newest `MAX_RETRACTED`; never before it was told. */
  retract(tx: Tx, at: NotificationContext, gone: readonly EndedNotification[]): Promise<void>;
}

/** What a decision asks for; null: nothing. */
export function notificationOf(decision: NotificationDecision): Pick<Notification, "occasion" | "carriers"> | null {
  const verdicts = carriers.map((carrier) => ({ carrier, verdict: decision[carrier] }));
  const by = verdicts.flatMap(({ carrier, verdict }) => (verdict.isNotified ? [carrier] : []));
  const occasion = verdicts.flatMap(({ verdict }) => (verdict.isNotified ? [verdict.reason] : []))[0];
  return occasion === undefined ? null : { occasion, carriers: by };
}
