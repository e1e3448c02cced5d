import { createHash } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "#kernel/errors.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor, RealmContext } from "#kernel/http/context.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { systemBotId } from "#modules/organizations/core/system-realm.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { postingRights } from "#modules/channels/core/access/posting-permissions.ts";
import { claimAttachments } from "#modules/messages/attachments/actions/claim-attachments.ts";
import { postNotices } from "#modules/messages/send/actions/post-notices.ts";
import { sendOutgoing } from "#modules/messages/send/actions/send-outgoing-messages.ts";
import { askAhead } from "#modules/messages/send/context/send-preload.ts";
import { prepareMessage, type SendRequest } from "#modules/messages/send/outgoing-message.ts";
import { mustReadMessage } from "#modules/messages/core/policy.ts";
import { placesOf } from "../../core/queries.ts";
import type { ParsedEmail } from "../parsing/parse-email.ts";
import { type MailPlace, placeKey } from "../queries.ts";
import { MailRefused } from "../email-rejected.ts";

/** What messages that came by mail are said to be written with. */
const CLIENT = "Mail";
const NO_SUBJECT = "(no topic)";
const ANSWER_MARKS = /^(?:\s*(?:re|fwd?|aw|wg|tr|sv|vs)\s*(?:\[\d+\])?:\s*)+/i;

/** A letter with its files in the store. */
export interface ReadyLetter extends Pick<ParsedEmail, "messageId" | "from" | "subject" | "text"> {
  /** Markdown, to be put below the text. */
  readonly links: string;
  readonly pathIds: readonly string[];
}

export interface Posting {
  readonly place: MailPlace;
  readonly letter: ReadyLetter;
  readonly realm: RealmContext;
  readonly now: Date;
}

/**
 * Posts a letter, by the rights that hold at this moment; not twice, however often it is handed in.
 * @throws MailRefused where it may not be posted there
 */
export async function postMail(tx: Tx, posting: Posting, directories: Directories): Promise<void> {
  const { directory, position } = await directories.lock(tx, posting.realm.id);
  if (directory.of(organization).isDeactivated) throw new MailRefused("the recipient no longer exists");
  if (!(await claim(tx, posting))) return;
  try {
    const { place } = posting;
    const gateway = await systemBotId(tx, "email-gateway");
    if (place.kind === "channel" && place.senderId === gateway) await postByGateway(tx, posting, place);
    else {
      const outgoing = await prepareMessage(...(await written(tx, posting, directory)), CLIENT);
      const at = { tx, now: posting.now, directory, position };
      const [outcome] = await sendOutgoing(at, [outgoing], await askAhead(tx, [outgoing]));
      if (outcome instanceof AppError) throw outcome;
    }
  } catch (error) {
    throw error instanceof AppError ? new MailRefused(error.message) : error;
  }
}

/** Notes that a letter is posted. False: it was. */
async function claim(tx: Tx, { letter, place, now }: Posting): Promise<boolean> {
  const key = createHash("sha256")
    .update(`${placeKey(place)}\n${letter.messageId}`)
    .digest();
  const { rows } = await sql`
    insert into posted_mail (letter, posted_at) values (${key}, ${now}) on conflict do nothing returning letter`.execute(
    tx,
  );
  return rows.length > 0;
}

type ChannelPlace = Extract<MailPlace, { kind: "channel" }>;
type Written = readonly [Parameters<typeof prepareMessage>[0], SendRequest];

/** A message as its writer would send it, where it is posted in the name of an account. */
async function written(tx: Tx, posting: Posting, directory: Directory): Promise<Written> {
  const { place, letter, realm } = posting;
  const actor = actorOf(directory, place.kind === "channel" ? place.senderId : place.userId, realm.id);
  const writer = { actor, realm, db: tx, directory };
  if (place.kind === "reply") return [writer, await answer(tx, posting, actor, directory)];
  await mustMayPost(tx, realm.id, place);
  const { channelId } = place;
  return [
    writer,
    { type: "channel", to: channelId, topic: topicOf(letter), content: contentOf(letter, place.showsSender) },
  ];
}

/** The answer to a letter. Only its reader may give it: letters are passed on, with the addresses in them. */
async function answer(tx: Tx, { place, letter }: Posting, actor: Actor, directory: Directory): Promise<SendRequest> {
  if (place.kind !== "reply") throw new Error("the email contains no reply");
  const account = directory.of(people).get(actor.id);
  if (account?.delivery_email.toLowerCase() !== letter.from.address) {
    throw new MailRefused("replies must be sent from the address that received the email");
  }
  await mustReadMessage(tx, { ...actor, isSpectator: false }, place.messageId);
  const message = (await placesOf(tx, [place.messageId])).get(place.messageId);
  const content = contentOf(letter, false);
  if (message?.place) return { type: "channel", to: message.place.channelId, topic: message.place.topic, content };
  const members = await tx
    .selectFrom("message")
    .innerJoin("direct_member", "direct_member.recipient_id", "message.recipient_id")
    .select("direct_member.user_id")
    .where("message.id", "=", place.messageId)
    .execute();
  return { type: "direct", to: members.map(({ user_id }) => user_id), content };
}

function actorOf(directory: Directory, userId: number, realmId: number): Actor {
  const account = directory.of(people).get(userId);
  if (!account?.is_active || account.realm_id !== realmId) throw new MailRefused("the recipient no longer exists");
  const { id, role, bot_type: botType } = account;
  return { id, realmId, role, isBot: botType !== null, botType };
}

/** Whoever asked for the address must still be there, and may still write there. */
async function mustMayPost(tx: Tx, realmId: number, { creatorId, channelId }: ChannelPlace): Promise<void> {
  const [right] = await postingRights(tx, realmId, [{ userId: creatorId, channelId }]);
  if (right instanceof AppError) throw right;
}

/** Posts as the bot for mail. Nobody's right to mention everybody is the bot's, so what it posts mentions silently. */
async function postByGateway(tx: Tx, { letter, realm, now }: Posting, place: ChannelPlace): Promise<void> {
  await mustMayPost(tx, realm.id, place);
  const content = contentOf(letter, place.showsSender).replaceAll(/@(?=\*)/g, "@_");
  const to = { channelId: place.channelId, topic: topicOf(letter) };
  const [id] = await postNotices(tx, { realm, now }, [{ from: "email-gateway", to, content }]);
  if (id !== undefined && letter.pathIds.length > 0) {
    await claimAttachments(tx, realm.id, [{ id, senderId: place.creatorId, pathIds: letter.pathIds }]);
  }
}

const topicOf = ({ subject }: ReadyLetter): string =>
  subject
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .replace(ANSWER_MARKS, "")
    .trim() || NO_SUBJECT;

/** Of longer texts a message has the beginning, and the files in any case. */
const MOST_CHARACTERS = 10_000;

function contentOf({ from, text, links }: ReadyLetter, showsSender: boolean): string {
  const who = showsSender ? `From: ${senderOf(from)}\n` : "";
  const room = MOST_CHARACTERS - who.length - links.length - 1;
  const characters = [...text];
  const body = characters.length <= room ? text : `${characters.slice(0, room - 1).join("")}…`;
  const content = `${who}${body}${links === "" ? "" : `\n${links}`}`.trim();
  if (content === "") throw new MailRefused("the email is empty");
  return content;
}

const senderOf = ({ name, address }: ReadyLetter["from"]): string =>
  (name === "" ? address : `${name} <${address}>`).replaceAll(/[\p{Cc}*_`[\]~\\]/gu, " ");
