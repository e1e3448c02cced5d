import { createHash } from "node:crypto";
import type { Tx } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/directory/directories.ts";
import type { Directory } from "#kernel/directory/directory.ts";
import { readPosition } from "#kernel/events/log.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { required } from "#kernel/required.ts";
import { organization } from "#modules/1-ground/realms/directory.ts";
import { realmContext, type RealmSite } from "#modules/1-ground/realms/queries.ts";
import { type KnownAccount, people } from "#modules/1-ground/users/directory.ts";
import { changeableSettings } from "#modules/1-ground/users/settings.ts";
import { sendLetters } from "#modules/2-records/mail/actions/send-letter.ts";
import type { Letter } from "#modules/2-records/mail/letter.ts";
import { groups } from "#modules/2-records/user-groups/directory.ts";
import { lockNotices } from "../../notices/actions/lock-notices.ts";
import { secrecyOf } from "../secrecy.ts";
import { takeToMail } from "../../notices/actions/take-to-mail.ts";
import { onlineAmong } from "../../notices/queries.ts";
import { gatheringMs } from "../carrier.ts";
import { missedMessages, type MissedLetter } from "../letters.ts";
import { type MissedConversation, missedConversations } from "../missed.ts";
import { momentFor } from "../moments.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { type DueLetter, isElsewhereToo } from "../queries.ts";
import { unsubscribeKey, unsubscribeUrl } from "../unsubscribing.ts";
import { planLetters } from "./plan-letters.ts";

/** Who is at a client is asked again so much later at the earliest, in milliseconds. */
const LEAST_PAUSE_MS = 60_000;

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
  const { told, isAll } = await takeToMail(tx, userId);
  if (!isAll) await again(0);
  const realm = isReached ? await realmOf(tx, realmId, office.site) : null;
  if (!realm || !account) return;
  const reader = { id: userId, realmId, role: account.role };
  const conversations = await missedConversations(tx, reader, told);
  if (conversations.length === 0) return;
  const around = { realm, directory, account, now, subjectRealm: await subjectRealm(tx, directory, account) };
  const unsubscribe = unsubscribeUrl(realm.url, unsubscribeKey(office.secret, { userId, kind: "notices" }));
  const to = { address: account.delivery_email, name: account.full_name };
  const letters: Letter[] = [];
  for (const one of conversations) {
    const messageId = required(one.messages.at(-1)).id;
    const replyTo = await office.replyAddress?.(tx, { userId, messageId, now });
    letters.push(letterOf(one, { ...around, unsubscribe, replyTo }));
  }
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
  readonly replyTo: string | undefined;
}

function letterOf(conversation: MissedConversation, around: Around) {
  const { directory, account, realm, now, subjectRealm: named, unsubscribe, replyTo } = around;
  const secrecy = secrecyOf(directory, account);
  const texts = () =>
    conversation.messages.map(({ sender, sentAt, html }) => {
      return { by: sender, at: momentFor(account, sentAt, now), text: plainText(html) };
    });
  const groupId = conversation.messages.find(({ occasion }) => occasion === "mention")?.groupId ?? null;
  const letter: MissedLetter = {
    realmUrl: realm.url,
    conversation: { ...conversation, key: threadOf(conversation) },
    said: secrecy ?? texts(),
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
