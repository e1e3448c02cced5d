import { createHash } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "@parlance/kernel/base/errors.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext, GroupWrite } from "@parlance/kernel/http/context.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { loadSystemBotId } from "#modules/organizations/core/system-realm.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { claimAttachments } from "#modules/messages/attachments/actions/claim-attachments.ts";
import { postNotices } from "#modules/messages/send/actions/post-notices.ts";
import { sendOutgoingMessages } from "#modules/messages/send/actions/send-outgoing-messages.ts";
import { preloadSend } from "#modules/messages/send/context/send-preload.ts";
import { prepareOutgoingMessage, type SendRequest } from "#modules/messages/send/outgoing-message.ts";
import { assertCanReadMessage } from "#modules/messages/core/policy.ts";
import { loadNotifiableMessages } from "../../core/queries.ts";
import type { ParsedEmail } from "../parsing/parse-email.ts";
import { type EmailDestination, destinationKey } from "../queries.ts";
import { EmailRejected } from "../email-rejected.ts";
import { postingPermissionIn } from "#modules/channels/core/access/posting-permissions.ts";

/** Client name of messages that were received by email. */
const CLIENT_NAME = "Mail";
const NO_SUBJECT = "(no topic)";
const REPLY_PREFIXES = /^(?:\s*(?:re|fwd?|aw|wg|tr|sv|vs)\s*(?:\[\d+\])?:\s*)+/i;

/** A parsed email whose attachments were stored. */
export interface PreparedEmail extends Pick<ParsedEmail, "messageId" | "from" | "subject" | "text"> {
  /** Markdown links to the attachments, which are appended to the text. */
  readonly links: string;
  readonly pathIds: readonly string[];
}

export interface EmailPosting {
  readonly destination: EmailDestination;
  readonly email: PreparedEmail;
  readonly realm: RealmContext;
  readonly now: Date;
}

/**
 * Posts an email with the current permissions of the account that posts it and, for a channel, of the user who
 * requested the address. An email that is received several times is posted once.
 * @throws EmailRejected if it may not be posted there
 */
export async function postEmail(tx: Tx, posting: EmailPosting, snapshots: OrganizationSnapshots): Promise<void> {
  const { snapshot, position } = await snapshots.lock(tx, posting.realm.id);
  if (snapshot.get(organization).isDeactivated) throw new EmailRejected("the recipient no longer exists");
  if (!(await claim(tx, posting))) return;
  try {
    const { destination } = posting;
    const gateway = await loadSystemBotId(tx, "email-gateway");
    if (destination.kind === "channel" && destination.senderId === gateway)
      await postAsGatewayBot({ tx, snapshot }, posting, destination);
    else {
      const outgoing = await prepareOutgoingMessage(...(await prepareSend(tx, posting, snapshot)), CLIENT_NAME);
      const at = { tx, now: posting.now, snapshot, position };
      const [outcome] = await sendOutgoingMessages(at, [outgoing], await preloadSend(tx, [outgoing]));
      if (outcome instanceof AppError) throw outcome;
    }
  } catch (error) {
    throw error instanceof AppError ? new EmailRejected(error.message) : error;
  }
}

/** Records that an email is being posted. Returns false if it was already posted. */
async function claim(tx: Tx, { email, destination, now }: EmailPosting): Promise<boolean> {
  const key = createHash("sha256")
    .update(`${destinationKey(destination)}\n${email.messageId}`)
    .digest();
  const { rows } = await sql`
    insert into posted_mail (letter, posted_at) values (${key}, ${now}) on conflict do nothing returning letter`.execute(
    tx,
  );
  return rows.length > 0;
}

type ChannelDestination = Extract<EmailDestination, { kind: "channel" }>;
type PreparedSend = readonly [Parameters<typeof prepareOutgoingMessage>[0], SendRequest];

/** Prepares a message as if the account that posts it had sent it. */
async function prepareSend(tx: Tx, posting: EmailPosting, snapshot: OrganizationSnapshot): Promise<PreparedSend> {
  const { destination, email, realm } = posting;
  const actor = actorOf(snapshot, destination.kind === "channel" ? destination.senderId : destination.userId, realm.id);
  const writer = { actor, realm, db: tx, snapshot };
  if (destination.kind === "reply") return [writer, await prepareReply(tx, posting, actor, snapshot)];
  assertCanPost(snapshot, destination);
  const { channelId } = destination;
  return [
    writer,
    { type: "channel", to: channelId, topic: topicOf(email), content: contentOf(email, destination.showsSender) },
  ];
}

/**
 * Prepares a reply to an email. Only the recipient of that email may reply, because emails may be forwarded together
 * with the reply addresses in them.
 */
async function prepareReply(
  tx: Tx,
  { destination, email }: EmailPosting,
  actor: Actor,
  snapshot: OrganizationSnapshot,
): Promise<SendRequest> {
  if (destination.kind !== "reply") throw new Error("the email contains no reply");
  const account = snapshot.get(users).get(actor.id);
  if (account?.delivery_email.toLowerCase() !== email.from.address) {
    throw new EmailRejected("replies must be sent from the address that received the email");
  }
  await assertCanReadMessage(tx, { ...actor, isSpectator: false }, destination.messageId);
  const message = (await loadNotifiableMessages(tx, [destination.messageId])).get(destination.messageId);
  const content = contentOf(email, false);
  if (message?.channelTopic)
    return { type: "channel", to: message.channelTopic.channelId, topic: message.channelTopic.topic, content };
  const members = await tx
    .selectFrom("message")
    .innerJoin("direct_member", "direct_member.recipient_id", "message.recipient_id")
    .select("direct_member.user_id")
    .where("message.id", "=", destination.messageId)
    .execute();
  return { type: "direct", to: members.map(({ user_id }) => user_id), content };
}

function actorOf(snapshot: OrganizationSnapshot, userId: number, realmId: number): Actor {
  const account = snapshot.get(users).get(userId);
  if (!account?.is_active || account.realm_id !== realmId) throw new EmailRejected("the recipient no longer exists");
  const { id, role, bot_type: botType } = account;
  return { id, realmId, role, isBot: botType !== null, botType };
}

/** Asserts that the user who requested the address still has an account and may still send messages to the channel. */
function assertCanPost(snapshot: OrganizationSnapshot, { creatorId, channelId }: ChannelDestination): void {
  const right = postingPermissionIn(snapshot, { userId: creatorId, channelId });
  if (right instanceof AppError) throw right;
}

/**
 * Posts a message as the email bot. All mentions in it are silent, and wildcard mentions are not possible, because the
 * bot acts without a user's permissions.
 */
async function postAsGatewayBot(
  { tx, snapshot }: Pick<GroupWrite, "tx" | "snapshot">,
  { email, realm, now }: EmailPosting,
  place: ChannelDestination,
): Promise<void> {
  assertCanPost(snapshot, place);
  const content = contentOf(email, place.showsSender).replaceAll(/@(?=\*)/g, "@_");
  const to = { channelId: place.channelId, topic: topicOf(email) };
  const [id] = await postNotices(tx, { realm, now }, [{ from: "email-gateway", to, content }]);
  if (id !== undefined && email.pathIds.length > 0) {
    await claimAttachments(tx, realm.id, [{ id, senderId: place.creatorId, pathIds: email.pathIds }]);
  }
}

const topicOf = ({ subject }: PreparedEmail): string =>
  subject
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .replace(REPLY_PREFIXES, "")
    .trim() || NO_SUBJECT;

/** Maximum length of a message. A longer text is truncated, but the links to all attachments are included. */
const MAX_MESSAGE_CHARACTERS = 10_000;

function contentOf({ from, text, links }: PreparedEmail, showsSender: boolean): string {
  const who = showsSender ? `From: ${senderOf(from)}\n` : "";
  const room = MAX_MESSAGE_CHARACTERS - who.length - links.length - 1;
  const characters = [...text];
  const body = characters.length <= room ? text : `${characters.slice(0, room - 1).join("")}…`;
  const content = `${who}${body}${links === "" ? "" : `\n${links}`}`.trim();
  if (content === "") throw new EmailRejected("the email is empty");
  return content;
}

const senderOf = ({ name, address }: PreparedEmail["from"]): string =>
  (name === "" ? address : `${name} <${address}>`).replaceAll(/[\p{Cc}*_`[\]~\\]/gu, " ");
