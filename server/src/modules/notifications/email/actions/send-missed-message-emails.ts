import { createHash } from "node:crypto";
import type { Tx } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { readPosition } from "#kernel/events/event-log.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { type KnownAccount, people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { sendLetters } from "#modules/platform/email/actions/enqueue-email.ts";
import type { Letter } from "#modules/platform/email/email.ts";
import { groups } from "#modules/groups/core/groups-snapshot.ts";
import { lockNotices } from "../../core/actions/lock-notifications.ts";
import { secrecyOf } from "../content-hidden-reason.ts";
import { takeToMail } from "../../core/actions/claim-messages-to-email.ts";
import { onlineAmong } from "../../core/queries.ts";
import { gatheringMs } from "../email-transport.ts";
import { MAX_SHOWN_MESSAGES, missedMessages, type MissedLetter } from "../missed-message-email.ts";
import { loadShownMessages, type MissedConversation, missedConversations } from "../missed-messages.ts";
import { createTimeFormat } from "../format-time.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { type DueLetter, isElsewhereToo } from "../queries.ts";
import { unsubscribeKey, unsubscribeUrl } from "../unsubscribe-links.ts";
import { planLetters } from "./schedule-emails.ts";

/** Who is at a client is asked again so much later at the earliest, in milliseconds. */
const LEAST_PAUSE_MS = 60_000;
/** Emails that are in memory at a time. */
const BATCH = 10;

export interface LetterOffice {
  readonly directories: Directories;
  readonly site: RealmSite;
  readonly secret: Uint8Array;
  /** Makes an address by which somebody answers in the conversation of a message; undefined: the server takes no mail. */
  readonly replyAddress?:
    | ((tx: Tx, of: { userId: number; messageId: number; now: Date }) => Promise<string>)
    | undefined;
}

/**
 * Writes to somebody of what they missed, a letter for each conversation, where it is still unread and they are not back. All of
 * it commits together: each message goes into one letter, whenever the server is killed.
 */
export async function writeLetters(tx: Tx, due: DueLetter, now: Date, office: LetterOffice): Promise<void> {
  const { userId, realmId } = due;
  await lockNotices(tx, realmId);
  const planned = await tx
    .deleteFrom("notice_letter")
    .where("user_id", "=", userId)
    .where("due_at", "<=", now)
    .returning("user_id")
    .executeTakeFirst();
  if (!planned) return;
  const { eventId } = await readPosition(tx, realmId);
  const directory = await office.directories.upTo(eventId, realmId);
  const again = (ms: number) => planLetters(tx, realmId, [{ userId, dueAt: new Date(now.getTime() + ms) }]);
  const account = directory.of(people).get(userId);
  const isReached = account?.is_active === true && !directory.of(organization).isDeactivated;
  if (isReached && (await onlineAmong(tx, [userId], now)).size > 0) {
    return again(Math.max(LEAST_PAUSE_MS, gatheringMs({ directory }, userId)));
  }
  const { isAll, ...messages } = await takeToMail(tx, userId);
  if (!isAll) await again(0);
  const realm = isReached ? await realmOf(tx, realmId, office.site) : null;
  if (!realm || !account) return;
  const reader = { id: userId, realmId, role: account.role };
  const conversations = await missedConversations(tx, reader, messages, MAX_SHOWN_MESSAGES);
  if (conversations.length === 0) return;
  const around = {
    realm,
    directory,
    account,
    now,
    subjectRealm: await subjectRealm(tx, directory, account),
    unsubscribe: unsubscribeUrl(realm.url, unsubscribeKey(office.secret, { userId, kind: "notices" })),
    formatTime: createTimeFormat(account, now),
  };
  for (let from = 0; from < conversations.length; from += BATCH) {
    await sendBatch(tx, conversations.slice(from, from + BATCH), around, office);
  }
}

/** Sends an email for each of these conversations. */
async function sendBatch(
  tx: Tx,
  conversations: readonly MissedConversation[],
  around: Around,
  office: LetterOffice,
): Promise<void> {
  const { account, realm, now } = around;
  const letters: Letter[] = [];
  for (const one of conversations) {
    const replyTo = await office.replyAddress?.(tx, { userId: account.id, messageId: one.lastId, now });
    letters.push(await letterOf(tx, one, { ...around, replyTo }));
  }
  const to = { address: account.delivery_email, name: account.full_name };
  await sendLetters(
    tx,
    { realm, now },
    letters.map((letter) => ({ to, letter })),
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

interface Around {
  readonly realm: RealmContext;
  readonly directory: Directory;
  readonly account: KnownAccount;
  readonly now: Date;
  readonly subjectRealm: string | null;
  readonly unsubscribe: string;
  readonly formatTime: (at: Date) => string;
}

/** Loads the messages that the email about a conversation shows, and writes it. */
async function letterOf(
  tx: Tx,
  conversation: MissedConversation,
  around: Around & { readonly replyTo: string | undefined },
): Promise<Letter> {
  const { directory, account, realm, subjectRealm: named, unsubscribe, formatTime, replyTo } = around;
  const { groupId, shownIds } = conversation;
  const reader = { id: account.id, realmId: realm.id, role: account.role };
  const secrecy = secrecyOf(directory, account);
  const texts = async () =>
    (await loadShownMessages(tx, reader, shownIds)).map(({ sender, sentAt, html }) => {
      return { by: sender, at: formatTime(sentAt), text: plainText(html) };
    });
  const letter: MissedLetter = {
    realmUrl: realm.url,
    conversation: { ...conversation, key: threadOf(conversation) },
    said: secrecy ?? (await texts()),
    subjectRealm: named,
    groupName: groupId === null ? null : (directory.of(groups).get(groupId)?.name ?? null),
    unsubscribe,
    replyTo,
  };
  return missedMessages(letter);
}

/** Names a conversation without telling its topic. */
const threadOf = ({ key }: MissedConversation): string => createHash("sha256").update(key).digest("hex").slice(0, 24);

const NAMING = { automatic: 1, always: 2 } as const;

/** The organization's name, where the reader wants it in subjects: by default, where they are in several. */
async function subjectRealm(tx: Tx, directory: Directory, account: KnownAccount): Promise<string | null> {
  const policy = changeableSettings(account).realm_name_in_email_notifications_policy;
  const isNamed = policy === NAMING.always || (policy === NAMING.automatic && (await isElsewhereToo(tx, account)));
  return isNamed ? directory.of(organization).facts.name : null;
}
