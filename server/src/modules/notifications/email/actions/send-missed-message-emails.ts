import { createHash } from "node:crypto";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { readPosition } from "@parlance/kernel/events/event-log.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { type AccountSnapshot, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { enqueueEmails } from "#modules/platform/email/actions/enqueue-email.ts";
import type { Email } from "#modules/platform/email/email.ts";
import { groups } from "#modules/groups/core/groups-snapshot.ts";
import { lockNotifications } from "../../core/actions/lock-notifications.ts";
import { findContentHiddenReason } from "../content-hidden-reason.ts";
import { claimMessagesToEmail } from "../../core/actions/claim-messages-to-email.ts";
import { filterOnlineUsers } from "../../core/queries.ts";
import { emailDelayMs } from "../email-transport.ts";
import { MAX_SHOWN_MESSAGES, renderMissedMessageEmail, type MissedMessageEmail } from "../missed-message-email.ts";
import { loadShownMessages, type MissedConversation, findMissedConversations } from "../missed-messages.ts";
import { createTimeFormat } from "../format-time.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { type DueEmail, hasAccountElsewhere } from "../queries.ts";
import { unsubscribeKey, unsubscribeUrl } from "../unsubscribe-links.ts";
import { scheduleEmails } from "./schedule-emails.ts";

/** Minimum delay before an email to a user who is active again is reconsidered, in milliseconds. */
const MIN_POSTPONE_MS = 60_000;
/** Maximum number of emails in memory at a time. */
const EMAIL_BATCH_SIZE = 10;

export interface MissedMessageEmailServices {
  readonly snapshots: OrganizationSnapshots;
  readonly site: RealmSite;
  readonly secret: Uint8Array;
  /** Creates an address for replies to a message's conversation; undefined if the server does not receive emails. */
  readonly replyAddress?:
    | ((tx: Tx, of: { userId: number; messageId: number; now: Date }) => Promise<string>)
    | undefined;
}

/**
 * Sends a user an email for each conversation with missed messages that are still unread, unless the user is active
 * again. All emails are stored in one transaction, so each message is in exactly one email, even if the server is
 * killed.
 */
export async function sendMissedMessageEmails(
  tx: Tx,
  due: DueEmail,
  now: Date,
  office: MissedMessageEmailServices,
): Promise<void> {
  const { userId, realmId } = due;
  await lockNotifications(tx, realmId);
  const planned = await tx
    .deleteFrom("notice_letter")
    .where("user_id", "=", userId)
    .where("due_at", "<=", now)
    .returning("user_id")
    .executeTakeFirst();
  if (!planned) return;
  const { eventId } = await readPosition(tx, realmId);
  const snapshot = await office.snapshots.upTo(eventId, realmId);
  const again = (ms: number) => scheduleEmails(tx, realmId, [{ userId, dueAt: new Date(now.getTime() + ms) }]);
  const account = snapshot.get(users).get(userId);
  const isReached = account?.is_active === true && !snapshot.get(organization).isDeactivated;
  if (isReached && (await filterOnlineUsers(tx, [userId], now)).size > 0) {
    return again(Math.max(MIN_POSTPONE_MS, emailDelayMs({ snapshot }, userId)));
  }
  const { isAll, ...messages } = await claimMessagesToEmail(tx, userId);
  if (!isAll) await again(0);
  const realm = isReached ? await realmOf(tx, realmId, office.site) : null;
  if (!realm || !account) return;
  const reader = { id: userId, realmId, role: account.role };
  const conversations = await findMissedConversations(tx, reader, messages, MAX_SHOWN_MESSAGES);
  if (conversations.length === 0) return;
  const around = {
    realm,
    snapshot,
    account,
    now,
    subjectRealm: await subjectRealm(tx, snapshot, account),
    unsubscribe: unsubscribeUrl(realm.url, unsubscribeKey(office.secret, { userId, kind: "notices" })),
    formatTime: createTimeFormat(account, now),
  };
  for (let from = 0; from < conversations.length; from += EMAIL_BATCH_SIZE) {
    await sendBatch(tx, conversations.slice(from, from + EMAIL_BATCH_SIZE), around, office);
  }
}

/** Sends an email for each of these conversations. */
async function sendBatch(
  tx: Tx,
  conversations: readonly MissedConversation[],
  around: EmailContext,
  office: MissedMessageEmailServices,
): Promise<void> {
  const { account, realm, now } = around;
  const emails: Email[] = [];
  for (const one of conversations) {
    const replyTo = await office.replyAddress?.(tx, { userId: account.id, messageId: one.lastId, now });
    emails.push(await prepareEmail(tx, one, { ...around, replyTo }));
  }
  const to = { address: account.delivery_email, name: account.full_name };
  await enqueueEmails(
    tx,
    { realm, now },
    emails.map((email) => ({ to, email })),
  );
}

async function realmOf(tx: Tx, realmId: number, site: RealmSite): Promise<RealmContext | null> {
  const row = await tx
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  return realmContext(row, site);
}

interface EmailContext {
  readonly realm: RealmContext;
  readonly snapshot: OrganizationSnapshot;
  readonly account: AccountSnapshot;
  readonly now: Date;
  readonly subjectRealm: string | null;
  readonly unsubscribe: string;
  readonly formatTime: (at: Date) => string;
}

/** Loads the messages that the email about a conversation shows, and renders it. */
async function prepareEmail(
  tx: Tx,
  conversation: MissedConversation,
  around: EmailContext & { readonly replyTo: string | undefined },
): Promise<Email> {
  const { snapshot, account, realm, subjectRealm: named, unsubscribe, formatTime, replyTo } = around;
  const { groupId, shownIds } = conversation;
  const reader = { id: account.id, realmId: realm.id, role: account.role };
  const secrecy = findContentHiddenReason(snapshot, account);
  const texts = async () =>
    (await loadShownMessages(tx, reader, shownIds)).map(({ sender, sentAt, html }) => {
      return { senderName: sender, sentAt: formatTime(sentAt), text: plainText(html) };
    });
  const email: MissedMessageEmail = {
    realmUrl: realm.url,
    conversation: { ...conversation, key: threadId(conversation) },
    messages: secrecy ?? (await texts()),
    subjectRealm: named,
    groupName: groupId === null ? null : (snapshot.get(groups).get(groupId)?.name ?? null),
    unsubscribe,
    replyTo,
  };
  return renderMissedMessageEmail(email);
}

/** Identifies a conversation without revealing its topic. */
const threadId = ({ key }: MissedConversation): string => createHash("sha256").update(key).digest("hex").slice(0, 24);

const NAMING = { automatic: 1, always: 2 } as const;

/**
 * Returns the organization's name if the subject should contain it. By default, this is the case if the user has
 * accounts in several organizations.
 */
async function subjectRealm(tx: Tx, snapshot: OrganizationSnapshot, account: AccountSnapshot): Promise<string | null> {
  const policy = changeableSettings(account).realm_name_in_email_notifications_policy;
  const isNamed = policy === NAMING.always || (policy === NAMING.automatic && (await hasAccountElsewhere(tx, account)));
  return isNamed ? snapshot.get(organization).loadedRow.name : null;
}
