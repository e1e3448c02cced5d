import type { Role } from "@parlance/contract/entities/roles.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import { postNotices, type Notice } from "#modules/messages/send/actions/post-notices.ts";
import { markNewestUnread } from "#modules/messages/read-state/actions/mark/mark-newest-unread.ts";
import { addPersonalFlag } from "#modules/messages/read-state/actions/flags/change-personal-flags.ts";
import { loadUserMessages } from "#modules/messages/read-state/user-message.ts";
import { type RealmSettings, resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { createWelcomeEmail } from "../welcome-email.ts";
import { customWelcomeMessage, WELCOME_MESSAGE } from "../welcome-messages.ts";

/** A new user, whose account and subscriptions the current transaction has created. */
export interface NewUser {
  readonly realm: RealmContext;
  readonly account: Row<"account">;
  /** Id of the user whose invitation was accepted and who receives a notice about it. `null` if there is none. */
  readonly referrerId: number | null;
  /**
   * Text of the administrators' message to the new user. `null` stands for the organization's default text; an empty
   * text means that no such message is sent.
   */
  readonly text: string | null;
  readonly now: Date;
}

const SIGNUPS_TOPIC = "signups";
/** Maximum number of messages sent before the user joined that are unread for the user. */
const MAX_UNREAD_HISTORY = 20;

/**
 * Marks some recent messages as unread for a new user, and sends the user welcome messages and, if the organization
 * enables it, a welcome email. Posts notices about the new user to the inviter, if there is one, and in the
 * organization's channel for such notices, except about the organization's first user. Call it last in the transaction,
 * because it locks the organization's log position.
 */
export async function welcomeNewUser(tx: Tx, newcomer: NewUser): Promise<void> {
  const { realm, account, now } = newcomer;
  const { name, settings: stored } = await tx
    .selectFrom("realm")
    .select(["name", "settings"])
    .where("id", "=", realm.id)
    .executeTakeFirstOrThrow();
  const settings = resolveRealmSettings(stored);
  await markNewestUnread(tx, personOf(account), MAX_UNREAD_HISTORY);
  const greetings = greetingsFor(account.id, newcomer.text ?? settings.welcome_message_custom_text);
  const ids = await postNotices(tx, { realm, now }, [...greetings, ...(await signupNotices(tx, newcomer, settings))]);
  await starMessages(tx, account, ids.slice(0, 1));
  if (!settings.send_welcome_emails) return;
  const { delivery_email: email, full_name: fullName } = account;
  const welcomeEmail = createWelcomeEmail({ organization: name, url: realm.url, email });
  await enqueueEmail(tx, { realm, to: { address: email, name: fullName }, email: welcomeEmail, now });
}

function greetingsFor(userId: number, text: string): Notice[] {
  const post = (content: string): Notice => ({ from: "welcome-bot", to: { userId }, content });
  return text.trim() === "" ? [post(WELCOME_MESSAGE)] : [post(WELCOME_MESSAGE), post(customWelcomeMessage(text))];
}

async function signupNotices(tx: Tx, { account, referrerId }: NewUser, settings: RealmSettings): Promise<Notice[]> {
  const mention = `@_**${account.full_name}|${account.id}**`;
  const news: Notice[] = [];
  if (referrerId !== null) {
    const content = `${mention} accepted your invitation to join Parlance!`;
    news.push({ to: { userId: referrerId }, content });
  }
  const channel = await signupChannel(tx, account.realm_id, settings.signup_announcements_stream_id);
  if (channel && !(await isFirst(tx, account))) {
    const topic = channel.topics_policy === "empty_topic_only" ? "" : SIGNUPS_TOPIC;
    news.push({ to: { channelId: channel.id, topic }, content: `${mention} joined this organization.` });
  }
  return news;
}

const signupChannel = (tx: Tx, realmId: number, channelId: number) =>
  tx
    .selectFrom("channel")
    .select(["id", "topics_policy"])
    .where("id", "=", channelId)
    .where("realm_id", "=", realmId)
    .where("is_archived", "=", false)
    .executeTakeFirst();

async function isFirst(tx: Tx, { id, realm_id: realmId }: Row<"account">): Promise<boolean> {
  const other = await tx
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("id", "<>", id)
    .where("bot_type", "is", null)
    .limit(1)
    .executeTakeFirst();
  return !other;
}

async function starMessages(tx: Tx, account: Row<"account">, messageIds: readonly number[]): Promise<void> {
  const facts = await loadUserMessages(tx, personOf(account), messageIds);
  await addPersonalFlag(tx, account.id, "starred", facts);
}

const personOf = ({ id, realm_id: realmId, role }: Row<"account">) => ({ id, realmId, role: role as Role });
