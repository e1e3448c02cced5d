import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { required } from "#kernel/required.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { type KnownAccount, people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { type Dispatch, sendLetters } from "#modules/platform/email/actions/enqueue-email.ts";
import { channels, subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { isPublic } from "#modules/channels/core/access/visibility-rules.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { loadShownMessages, readableAmong } from "../../email/missed-messages.ts";
import { createTimeFormat } from "../../email/format-time.ts";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { secrecyOf } from "../../email/content-hidden-reason.ts";
import { unsubscribeKey, unsubscribeUrl } from "../../email/unsubscribe-links.ts";
import { type DigestTopic, digestLetter } from "../digest-email.ts";
import type { LivelyTopic } from "../active-topics.ts";
import { AWAY_DAYS, daysBefore, digestReaders } from "../digest-recipients.ts";

/** Readers that one transaction writes to. */
const BATCH = 50;
/** Topics that a digest tells of. */
const MOST_TOPICS = 4;
/** Topics of which is checked at a time whether the reader can read them. */
const CHECKED_TOPICS = 20;
const MOST_CHANNELS = 10;

export interface DigestOffice {
  readonly directories: Directories;
  readonly site: RealmSite;
  readonly secret: Uint8Array;
}

interface Round {
  readonly realmId: number;
  /** The last reader who was written to. */
  readonly after: number;
  readonly topics: readonly LivelyTopic[];
  readonly now: Date;
}

/** Writes to the next of those to whom a digest is due. Returns the last of them; null: there are no more. */
export async function sendDigests(tx: Tx, round: Round, office: DigestOffice): Promise<number | null> {
  const { realmId, after, now } = round;
  const readers = await digestReaders(tx, { realmId, after, limit: BATCH, now });
  const last = readers.at(-1);
  if (last === undefined) return null;
  const directory = await office.directories.now(realmId);
  const row = await tx
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  const realm = required(realmContext(row, office.site) ?? undefined);
  const letters: Dispatch[] = [];
  for (const userId of readers) {
    const account = directory.of(people).get(userId);
    if (!account?.is_active) continue;
    const topics = await topicsFor(tx, account, round, directory);
    const newChannels = newChannelsFor(account, directory, now);
    if (topics.length === 0 && newChannels.length === 0) continue;
    if (!(await claim(tx, userId, now))) continue;
    const unsubscribe = unsubscribeUrl(realm.url, unsubscribeKey(office.secret, { userId, kind: "digest" }));
    const { name } = directory.of(organization).facts;
    const letter = digestLetter({ realm: { name, url: realm.url }, topics, newChannels, unsubscribe });
    letters.push({ to: { address: account.delivery_email, name: account.full_name }, letter });
  }
  await sendLetters(tx, { realm, now }, letters);
  return last;
}

/** Notes that somebody gets a digest now. False: they got one just before. */
async function claim(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into digest (user_id, sent_at) values (${userId}, ${now})
    on conflict (user_id) do update set sent_at = excluded.sent_at where digest.sent_at < ${daysBefore(now, 1)}
    returning user_id`.execute(tx);
  return rows.length > 0;
}

/** A topic whose beginning its reader can read. */
interface ReadableTopic extends LivelyTopic {
  /** The first messages that the reader can read. */
  readonly readableIds: readonly number[];
}

/** Loads the liveliest topics in a user's channels: first those of most people, of which the user can read the beginning. */
async function topicsFor(
  tx: Tx,
  account: KnownAccount,
  { topics, now }: Round,
  directory: Directory,
): Promise<DigestTopic[]> {
  const reader = { id: account.id, realmId: account.realm_id, role: account.role };
  const found = await readableTopics(
    tx,
    reader,
    topics.filter((topic) => directory.of(channels).get(topic.channel_id) && isWanted(account.id, topic, directory)),
  );
  const isSecret = secrecyOf(directory, account) !== null;
  const shownIds = isSecret ? [] : found.flatMap(({ readableIds }) => readableIds);
  const shown = shownIds.length === 0 ? [] : await loadShownMessages(tx, reader, shownIds);
  const formatTime = createTimeFormat(account, now);
  return found.flatMap(({ channel_id, topic, messages, people: writers, readableIds }) => {
    const channel = directory.of(channels).get(channel_id);
    const said = shown
      .filter(({ id }) => readableIds.includes(id))
      .map(({ sender, sentAt, html }) => ({ by: sender, at: formatTime(sentAt), text: plainText(html) }));
    return channel ? [{ channel, topic, messages, people: writers, said }] : [];
  });
}

/** Finds the first topics whose beginning a user can read, as many as a digest shows. */
async function readableTopics(
  tx: Tx,
  reader: Parameters<typeof readableAmong>[1],
  topics: readonly LivelyTopic[],
): Promise<ReadableTopic[]> {
  const found: ReadableTopic[] = [];
  for (let from = 0; from < topics.length && found.length < MOST_TOPICS; from += CHECKED_TOPICS) {
    const some = topics.slice(from, from + CHECKED_TOPICS);
    const firstIds = some.flatMap(({ first_ids: ids }) => ids);
    const readable = new Set(await readableAmong(tx, reader, firstIds));
    for (const topic of some) {
      const readableIds = topic.first_ids.filter((id) => readable.has(id));
      if (readableIds.length > 0) found.push({ ...topic, readableIds });
    }
  }
  return found.slice(0, MOST_TOPICS);
}

/** Whether somebody is in the channel, and has not muted what is said there. */
function isWanted(userId: number, { channel_id: channelId, topic }: LivelyTopic, directory: Directory): boolean {
  const subscribed = directory.of(subscriptions);
  if (!subscribed.isSubscribed(userId, channelId)) return false;
  const policy = directory.of(topicPolicies).of(userId, channelId, topic);
  return policy === null ? !subscribed.isMuted(userId, channelId) : policy !== visibilityPolicies.muted;
}

/** The channels that are new and open to somebody. */
function newChannelsFor({ role }: KnownAccount, directory: Directory, now: Date): string[] {
  if (isGuest(role)) return [];
  const since = daysBefore(now, AWAY_DAYS).getTime() / 1000;
  const all = directory.of(channels).inOrder;
  const open = all.filter((channel) => isPublic(channel) && !channel.is_archived && channel.created_at > since);
  return open.slice(0, MOST_CHANNELS).map(({ name }) => name);
}
