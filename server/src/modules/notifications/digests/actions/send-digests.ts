import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { type AccountSnapshot, users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { type AddressedEmail, enqueueEmails } from "#modules/platform/email/actions/enqueue-email.ts";
import { channels, subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { isPublic } from "@parlance/contract/rules/channel-access.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { loadShownMessages, filterReadable } from "../../email/missed-messages.ts";
import { createTimeFormat } from "../../email/format-time.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { findContentHiddenReason } from "../../email/content-hidden-reason.ts";
import { unsubscribeKey, unsubscribeUrl } from "../../email/unsubscribe-links.ts";
import { type DigestTopic, renderDigestEmail } from "../digest-email.ts";
import type { ActiveTopic } from "../active-topics.ts";
import { MIN_AWAY_DAYS, daysBefore, findDigestRecipients } from "../digest-recipients.ts";

/** Maximum number of recipients of one transaction. */
const BATCH_SIZE = 50;
/** Maximum number of topics in a digest. */
const MAX_TOPICS = 4;
/** Number of topics whose visibility to the recipient is checked at a time. */
const TOPIC_CHECK_BATCH_SIZE = 20;
const MAX_NEW_CHANNELS = 10;

export interface DigestServices {
  readonly snapshots: OrganizationSnapshots;
  readonly site: RealmSite;
  readonly secret: Uint8Array;
}

interface DigestBatch {
  readonly realmId: number;
  /** Id of the last recipient of the previous batch. */
  readonly after: number;
  readonly topics: readonly ActiveTopic[];
  readonly now: Date;
}

/** Sends digests to the next recipients. Returns the id of the last of them; null if there are no more. */
export async function sendDigests(tx: Tx, round: DigestBatch, office: DigestServices): Promise<number | null> {
  const { realmId, after, now } = round;
  const readers = await findDigestRecipients(tx, { realmId, after, limit: BATCH_SIZE, now });
  const last = readers.at(-1);
  if (last === undefined) return null;
  const snapshot = await office.snapshots.current(realmId);
  const row = await tx
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  const realm = required(realmContext(row, office.site) ?? undefined);
  const emails: AddressedEmail[] = [];
  for (const userId of readers) {
    const account = snapshot.get(users).get(userId);
    if (!account?.is_active) continue;
    const topics = await loadDigestTopics(tx, account, round, snapshot);
    const newChannels = findNewChannels(account, snapshot, now);
    if (topics.length === 0 && newChannels.length === 0) continue;
    if (!(await claim(tx, userId, now))) continue;
    const unsubscribe = unsubscribeUrl(realm.url, unsubscribeKey(office.secret, { userId, kind: "digest" }));
    const { name } = snapshot.get(organization).loadedRow;
    const email = renderDigestEmail({ realm: { name, url: realm.url }, topics, newChannels, unsubscribe });
    emails.push({ to: { address: account.delivery_email, name: account.full_name }, email });
  }
  await enqueueEmails(tx, { realm, now }, emails);
  return last;
}

/** Records that a user gets a digest now. Returns false if the user has just got one. */
async function claim(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into digest (user_id, sent_at) values (${userId}, ${now})
    on conflict (user_id) do update set sent_at = excluded.sent_at where digest.sent_at < ${daysBefore(now, 1)}
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** A topic of whose first messages the recipient can read at least one. */
interface ReadableTopic extends ActiveTopic {
  /** Ids of those first messages that the recipient can read. */
  readonly readableIds: readonly number[];
}

/**
 * Loads the most active topics in a user's channels, by number of senders, without muted topics. The user can read at
 * least one of the first messages of each.
 */
async function loadDigestTopics(
  tx: Tx,
  account: AccountSnapshot,
  { topics, now }: DigestBatch,
  snapshot: OrganizationSnapshot,
): Promise<DigestTopic[]> {
  const reader = { id: account.id, realmId: account.realm_id, role: account.role };
  const found = await findReadableTopics(
    tx,
    reader,
    topics.filter(
      (topic) => snapshot.get(channels).get(topic.channel_id) && isTopicWanted(account.id, topic, snapshot),
    ),
  );
  const isSecret = findContentHiddenReason(snapshot, account) !== null;
  const shownIds = isSecret ? [] : found.flatMap(({ readableIds }) => readableIds);
  const shown = shownIds.length === 0 ? [] : await loadShownMessages(tx, reader, shownIds);
  const formatTime = createTimeFormat(account, now);
  return found.flatMap(({ channel_id, topic, messages, people: writers, readableIds }) => {
    const channel = snapshot.get(channels).get(channel_id);
    const quotedMessages = shown
      .filter(({ id }) => readableIds.includes(id))
      .map(({ sender, sentAt, html }) => ({ senderName: sender, sentAt: formatTime(sentAt), text: plainText(html) }));
    return channel ? [{ channel, topic, messageCount: messages, senderCount: writers, quotedMessages }] : [];
  });
}

/**
 * Finds the first topics of whose first messages a user can read at least one, up to the number that a digest shows.
 */
async function findReadableTopics(
  tx: Tx,
  reader: Parameters<typeof filterReadable>[1],
  topics: readonly ActiveTopic[],
): Promise<ReadableTopic[]> {
  const found: ReadableTopic[] = [];
  for (let from = 0; from < topics.length && found.length < MAX_TOPICS; from += TOPIC_CHECK_BATCH_SIZE) {
    const some = topics.slice(from, from + TOPIC_CHECK_BATCH_SIZE);
    const firstIds = some.flatMap(({ first_ids: ids }) => ids);
    const readable = new Set(await filterReadable(tx, reader, firstIds));
    for (const topic of some) {
      const readableIds = topic.first_ids.filter((id) => readable.has(id));
      if (readableIds.length > 0) found.push({ ...topic, readableIds });
    }
  }
  return found.slice(0, MAX_TOPICS);
}

/** Returns true if a user is subscribed to the topic's channel and has not muted the topic. */
function isTopicWanted(
  userId: number,
  { channel_id: channelId, topic }: ActiveTopic,
  snapshot: OrganizationSnapshot,
): boolean {
  const subscribed = snapshot.get(subscriptions);
  if (!subscribed.isSubscribed(userId, channelId)) return false;
  const policy = snapshot.get(topicPolicies).of(userId, channelId, topic);
  return policy === null ? !subscribed.isMuted(userId, channelId) : policy !== visibilityPolicies.muted;
}

/** Returns the names of new public channels, also if the user has subscribed to them; none for guests. */
function findNewChannels({ role }: AccountSnapshot, snapshot: OrganizationSnapshot, now: Date): string[] {
  if (isGuest(role)) return [];
  const since = daysBefore(now, MIN_AWAY_DAYS).getTime() / 1000;
  const all = snapshot.get(channels).sortedByName;
  const open = all.filter((channel) => isPublic(channel) && !channel.is_archived && channel.created_at > since);
  return open.slice(0, MAX_NEW_CHANNELS).map(({ name }) => name);
}
