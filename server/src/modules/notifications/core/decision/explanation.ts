import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { mutes } from "#modules/users/muted-users/muted-users-snapshot.ts";
import { hasFlag } from "#modules/messages/read-state/flags/message-flags.ts";
import { loadUserMessages, wildcardFlags } from "#modules/messages/read-state/user-message.ts";
import {
  suppressForAllCarriers,
  type Carrier,
  carriers,
  decideNotification,
  type NotificationReason,
  type CarrierDecision,
} from "@parlance/contract/notifications/notification-decision.ts";
import { createDecisionInput } from "./decision-input.ts";
import { loadNotifiableMessages, loadSentAt } from "../queries.ts";

/** Whether a user was notified of a message and why, for each transport. */
export type Explanation = Readonly<Record<Carrier, { readonly is_told: boolean; readonly why: ExplanationReason }>>;

/**
 * `not_then`: the user would be notified now, but was not when the message was sent, because the user was active in a
 * client, read the message immediately, or had other settings.
 */
export type ExplanationReason = CarrierDecision["reason"] | "not_then";

interface ExplanationRequest {
  readonly snapshot: OrganizationSnapshot;
  readonly realmId: number;
  readonly userId: number;
  readonly messageId: number;
}

/**
 * Explains whether and why a user was notified of a message, with the decision stored at that time and the current
 * facts. The message must exist.
 */
export async function explain(db: Reader, request: ExplanationRequest): Promise<Explanation> {
  const [noted, now] = [await findStoredDecision(db, request), await decideNow(db, request)];
  return Object.fromEntries(
    carriers.map((carrier) => [carrier, explainCarrier(carrier, noted, now[carrier])]),
  ) as Explanation;
}

type StoredDecision = { readonly occasion: NotificationReason } & Readonly<Record<Carrier, boolean>>;

function explainCarrier(
  carrier: Carrier,
  noted: StoredDecision | undefined,
  now: CarrierDecision,
): Explanation[Carrier] {
  if (noted?.[carrier]) return { is_told: true, why: noted.occasion };
  return { is_told: false, why: now.isNotified ? "not_then" : now.reason };
}

async function findStoredDecision(
  db: Reader,
  { userId, messageId }: ExplanationRequest,
): Promise<StoredDecision | undefined> {
  const row = await db
    .selectFrom("notice")
    .select(["occasion", "by_phone as phone", "by_browser as browser", "by_mail as mail"])
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .executeTakeFirst();
  return row as StoredDecision | undefined;
}

async function decideNow(db: Reader, { snapshot, realmId, userId, messageId }: ExplanationRequest) {
  const message = (await loadNotifiableMessages(db, [messageId])).get(messageId);
  const account = snapshot.get(users).get(userId);
  const [facts] = account ? await loadUserMessages(db, { id: userId, realmId, role: account.role }, [messageId]) : [];
  if (!message || !facts?.is_readable) return suppressForAllCarriers("not_a_reader");
  const candidate = {
    userId,
    isMentioned: hasFlag(facts.flags, "mentioned"),
    isWildcardMentioned: wildcardFlags(facts).length > 0,
    hasAlertWord: hasFlag(facts.flags, "has_alert_word"),
    isRead: false,
  };
  const mutedBy = new Set(snapshot.get(mutes).mutersOf(message.senderId));
  const around = { snapshot, online: new Set<number>(), mutedBy, now: await loadSentAt(db, messageId) };
  const known = createDecisionInput(message, candidate, around);
  return decideNotification({ ...known, isRecipient: facts.is_received });
}
