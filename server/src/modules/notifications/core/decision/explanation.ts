import type { Reader } from "#kernel/db/types.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { mutes } from "#modules/users/muted-users/muted-users-snapshot.ts";
import { hasFlag } from "#modules/messages/read-state/flags/message-flags.ts";
import { loadPlacedFacts, wildcardFlags } from "#modules/messages/read-state/user-message.ts";
import {
  barred,
  type Carrier,
  carriers,
  decide,
  type Occasion,
  type Verdict,
} from "@parlance/contract/notifications/notification-decision.ts";
import { noticeFacts } from "./decision-input.ts";
import { placesOf, sentAt } from "../queries.ts";

/** Why somebody was told of a message, or why not. */
export type Explanation = Readonly<Record<Carrier, { readonly is_told: boolean; readonly why: Why }>>;

/**
 * `not_then`: by what holds now they would have been told; but when the message came they were at a client, had read it at once, or
 * had chosen otherwise.
 */
export type Why = Verdict["why"] | "not_then";

interface Asked {
  readonly directory: Directory;
  readonly realmId: number;
  readonly userId: number;
  readonly messageId: number;
}

/** What became of a message for somebody, by what was noted then, and by what holds now. The message must be there. */
export async function explain(db: Reader, asked: Asked): Promise<Explanation> {
  const [noted, now] = [await notedOf(db, asked), await decisionNow(db, asked)];
  return Object.fromEntries(
    carriers.map((carrier) => [carrier, explained(carrier, noted, now[carrier])]),
  ) as Explanation;
}

type Noted = { readonly occasion: Occasion } & Readonly<Record<Carrier, boolean>>;

function explained(carrier: Carrier, noted: Noted | undefined, now: Verdict): Explanation[Carrier] {
  if (noted?.[carrier]) return { is_told: true, why: noted.occasion };
  return { is_told: false, why: now.isTold ? "not_then" : now.why };
}

async function notedOf(db: Reader, { userId, messageId }: Asked): Promise<Noted | undefined> {
  const row = await db
    .selectFrom("notice")
    .select(["occasion", "by_phone as phone", "by_browser as browser", "by_mail as mail"])
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .executeTakeFirst();
  return row as Noted | undefined;
}

async function decisionNow(db: Reader, { directory, realmId, userId, messageId }: Asked) {
  const message = (await placesOf(db, [messageId])).get(messageId);
  const account = directory.of(people).get(userId);
  const [facts] = account ? await loadPlacedFacts(db, { id: userId, realmId, role: account.role }, [messageId]) : [];
  if (!message || !facts?.is_readable) return barred("not_a_reader");
  const candidate = {
    userId,
    isMentioned: hasFlag(facts.flags, "mentioned"),
    isWildcardMentioned: wildcardFlags(facts).length > 0,
    hasAlertWord: hasFlag(facts.flags, "has_alert_word"),
    isRead: false,
  };
  const muters = new Set(directory.of(mutes).mutersOf(message.senderId));
  const around = { directory, online: new Set<number>(), muters, now: await sentAt(db, messageId) };
  const known = noticeFacts(message, candidate, around);
  return decide({ ...known, isReader: facts.is_received });
}
