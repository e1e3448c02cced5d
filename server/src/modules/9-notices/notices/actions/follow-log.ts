import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/directory/directories.ts";
import { readPosition } from "#kernel/events/log.ts";
import { organization } from "#modules/1-ground/realms/directory.ts";
import { realmContext, type RealmSite } from "#modules/1-ground/realms/queries.ts";
import { people } from "#modules/1-ground/users/directory.ts";
import { mutes } from "#modules/5-on-channels/muted-users/directory.ts";
import { loadPlacedFacts } from "#modules/5-on-channels/read-state/personal-facts.ts";
import { isUnread } from "#modules/5-on-channels/read-state/unread.ts";
import { type Concern, concernOf, concernOfEdit, type Placed } from "../candidates.ts";
import { decide } from "@parlance/contract/notices/decision.ts";
import { noticeFacts } from "../facts.ts";
import { type News, readNews } from "../log-news.ts";
import { mentioningGroup } from "../mentions.ts";
import { type Gone, type Notice, type NoticeCarrier, type Telling, toldBy } from "../notice.ts";
import { noticesToReview, onlineAmong, placesOf } from "../queries.ts";
import type { RecentNews } from "../recent-news.ts";
import { type Reading, readingOf } from "../reading.ts";
import { lockNotices } from "./lock-notices.ts";
import { endAllNotices, endNotices, type NoticeKey } from "./end-notices.ts";
import { storeNotices } from "./store-notices.ts";

/** Events that one transaction looks at. */
const BATCH = 500;

export interface Following {
  readonly directories: Directories;
  readonly recent: RecentNews;
  readonly site: RealmSite;
  readonly carriers: readonly NoticeCarrier[];
}

/**
 * Looks through the next stretch of an organization's log, notes who is to be told of what, and has it carried to them; and takes
 * back what was read meanwhile. All of it commits together with how far it has got, so nothing is told twice, and nothing is
 * passed over, whenever the server is killed. Returns whether nothing is left.
 */
export async function followLog(tx: Tx, realmId: number, now: Date, following: Following): Promise<boolean> {
  const after = await lockNotices(tx, realmId);
  const { eventId: last } = await readPosition(tx, realmId);
  const { news, upTo } = await nextNews(tx, realmId, after, last, following.recent);
  const at = news.length > 0 ? await tellingAt(tx, realmId, now, Math.max(last, upTo), following) : null;
  if (at) await act(tx, at, news, following.carriers);
  await sql`update notice_progress set event_id = ${upTo} where realm_id = ${realmId}`.execute(tx);
  return upTo >= last;
}

/** The next stretch of an organization's log, and where it ends. */
async function nextNews(tx: Tx, realmId: number, after: number, last: number, recent: RecentNews) {
  const known = recent.after(realmId, after, BATCH);
  if (known) return known;
  const news = await readNews(tx, { realmId, after, upTo: last, limit: BATCH });
  return { news, upTo: news.length < BATCH ? last : (news.at(-1)?.id ?? last) };
}

/** Null: nobody is told of anything, because nobody can come there. */
async function tellingAt(
  tx: Tx,
  realmId: number,
  now: Date,
  eventId: number,
  { directories, site }: Following,
): Promise<Telling | null> {
  const directory = await directories.upTo(eventId, realmId);
  if (directory.of(organization).isDeactivated) return null;
  const row = await tx
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  const realm = realmContext(row, site);
  return realm && { realm, directory, now };
}

async function act(tx: Tx, at: Telling, news: readonly News[], carriers: readonly NoticeCarrier[]): Promise<void> {
  const notices = await decideAll(tx, at, await concernsOf(tx, at, news));
  const readings = news.map(readingOf);
  const wanted = stillUnread(notices, news);
  const gone = await endRead(tx, at.now, readings);
  const stored = await storeNotices(tx, at, wanted);
  const outOfSight = await endOutOfSight(tx, at, readings);
  const isGone = new Set(outOfSight.map(nameOf));
  const fresh = stored.filter((notice) => !isGone.has(nameOf(notice)));
  const isFresh = new Set(stored.map(nameOf));
  const told = [...gone, ...outOfSight.filter((one) => !isFresh.has(nameOf(one)))];
  for (const carrier of carriers) {
    const mine = <N extends Gone>(all: readonly N[]) => all.filter(({ by }) => by.includes(carrier.name));
    const [toTell, toTakeBack] = [mine(fresh), mine(told)];
    if (toTell.length > 0) await carrier.tell(tx, at, toTell);
    if (toTakeBack.length > 0) await carrier.takeBack(tx, at, toTakeBack);
  }
}

const nameOf = ({ userId, messageId }: NoticeKey): string => `${userId} ${messageId}`;

interface DatedConcern extends Concern {
  readonly eventId: number;
}

async function concernsOf(tx: Tx, { directory }: Telling, news: readonly News[]): Promise<DatedConcern[]> {
  const edited = news.flatMap(({ event }) => (isEditInChannel(event) ? [event.message_id] : []));
  const places = await placesOf(tx, edited);
  return news.flatMap(({ id: eventId, event }) => {
    if (event.type === "message") return [{ ...concernOf(event, directory), eventId }];
    const message: Placed | undefined = isEditInChannel(event) ? places.get(event.message_id) : undefined;
    if (event.type !== "update_message" || !message?.place) return [];
    return [{ ...concernOfEdit(event, message, directory), eventId }];
  });
}

type Edit = Extract<News["event"], { type: "update_message" }>;

/** People in a direct conversation are told of its messages in any case. */
const isEditInChannel = (event: News["event"]): event is Edit & { message_id: number } =>
  event.type === "update_message" &&
  !event.rendering_only &&
  event.rendered_content !== undefined &&
  event.stream_id !== undefined;

interface DatedNotice extends Notice {
  readonly eventId: number;
}

async function decideAll(tx: Tx, at: Telling, concerns: readonly DatedConcern[]): Promise<DatedNotice[]> {
  const { directory } = at;
  const userIds = concerns.flatMap(({ candidates }) => candidates.map(({ userId }) => userId));
  const online = await onlineAmong(tx, [...new Set(userIds)], at.now);
  return concerns.flatMap(({ eventId, message, mentions, candidates }) => {
    const muters = new Set(candidates.length > 0 ? directory.of(mutes).mutersOf(message.senderId) : []);
    return candidates.flatMap((candidate) => {
      const told = toldBy(decide(noticeFacts(message, candidate, { directory, online, muters, now: at.now })));
      if (!told) return [];
      const { userId, isMentioned } = candidate;
      const groupId = isMentioned ? mentioningGroup(mentions, userId, directory) : null;
      return [{ userId, messageId: message.id, groupId, eventId, ...told }];
    });
  });
}

/** The notices without those of what was read later in the same stretch of the log. */
function stillUnread(notices: readonly DatedNotice[], news: readonly News[]): Notice[] {
  const readAt = new Map<string, number>();
  const allReadAt = new Map<number, number>();
  for (const one of news) {
    const { read, readAll } = readingOf(one);
    for (const key of read) readAt.set(nameOf(key), one.id);
    for (const userId of readAll) allReadAt.set(userId, one.id);
  }
  return notices.filter((notice) => {
    const lastRead = Math.max(readAt.get(nameOf(notice)) ?? 0, allReadAt.get(notice.userId) ?? 0);
    return notice.eventId > lastRead;
  });
}

async function endRead(tx: Tx, now: Date, readings: readonly Reading[]): Promise<Gone[]> {
  const all = await endAllNotices(
    tx,
    now,
    readings.flatMap(({ readAll }) => readAll),
  );
  const some = await endNotices(
    tx,
    now,
    readings.flatMap(({ read }) => read),
  );
  return [...all, ...some];
}

/** Ends those of what is gone, or is not theirs to read any longer, or counts as read for another reason. */
async function endOutOfSight(
  tx: Tx,
  { realm, directory, now }: Telling,
  readings: readonly Reading[],
): Promise<Gone[]> {
  const toReview = await noticesToReview(tx, {
    messageIds: readings.flatMap(({ messageIds }) => messageIds),
    userIds: readings.flatMap(({ userIds }) => userIds),
  });
  const gone: NoticeKey[] = [];
  for (const [userId, messageIds] of toReview) {
    const account = directory.of(people).get(userId);
    const person = account?.is_active ? { id: userId, realmId: realm.id, role: account.role } : null;
    const facts = person ? await loadPlacedFacts(tx, person, messageIds) : [];
    const visible = new Set(facts.filter((one) => one.is_readable && isUnread(one)).map(({ id }) => id));
    for (const messageId of messageIds) if (!visible.has(messageId)) gone.push({ userId, messageId });
  }
  return endNotices(tx, now, gone);
}
