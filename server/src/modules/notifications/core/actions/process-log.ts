import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { readPosition } from "#kernel/events/event-log.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { mutes } from "#modules/users/muted-users/muted-users-snapshot.ts";
import { type Concern, concernOf, concernOfEdit, type Placed } from "../decision/candidates.ts";
import { decide } from "@parlance/contract/notifications/notification-decision.ts";
import { noticeFacts } from "../decision/decision-input.ts";
import { type News, readNews } from "../log/relevant-events.ts";
import { mentioningGroup } from "../decision/mentions.ts";
import { type Gone, type Notice, type NoticeCarrier, type Telling, toldBy } from "../notification.ts";
import { onlineAmong, placesOf } from "../queries.ts";
import type { RecentNews } from "../log/recent-event-cache.ts";
import { type Reading, readingOf } from "../log/affected-notifications.ts";
import { lockNotices } from "./lock-notifications.ts";
import { endAllNotices, endNotices, type NoticeKey } from "./end-notifications.ts";
import { endUnreadableNotices } from "./end-unreadable-notifications.ts";
import { storeNotices } from "#modules/notifications/core/actions/store-notices.ts";

/** Events that one transaction looks at. */
const BATCH = 500;
/** See `Following.maxNotices`. */
const MAX_NOTICES = 20_000;

export interface Following {
  readonly directories: Directories;
  readonly recent: RecentNews;
  readonly site: RealmSite;
  readonly carriers: readonly NoticeCarrier[];
  /**
   * Notices that one transaction decides on or ends, before which it stops: a burst in a topic that thousands follow takes several.
   * One event is looked at in any case. Default: 20,000.
   */
  readonly maxNotices?: number;
}

/**
 * Looks through the next stretch of an organization's log, notes who is to be told of what, and has it carried to them; and takes
 * back what was read meanwhile. All of it commits together with how far it has got, so nothing is told twice, and nothing is
 * passed over, whenever the server is killed. Returns whether nothing is left.
 */
export async function followLog(tx: Tx, realmId: number, now: Date, following: Following): Promise<boolean> {
  const after = await lockNotices(tx, realmId);
  const { eventId: last } = await readPosition(tx, realmId);
  const next = await nextNews(tx, realmId, after, last, following.recent);
  const at = next.news.length > 0 ? await tellingAt(tx, realmId, now, Math.max(last, next.upTo), following) : null;
  const { news, upTo } = at ? withinLimit(next, at.directory, following.maxNotices) : next;
  if (at) await act(tx, at, news, following.carriers);
  await sql`update notice_progress set event_id = ${upTo} where realm_id = ${realmId}`.execute(tx);
  return upTo >= last;
}

/** A part of the log: its news, and the id of the last event that was looked at. */
interface LogBatch {
  readonly news: readonly News[];
  readonly upTo: number;
}

/** The beginning of a batch, as much as concerns at most so many notices, but at least one event. */
function withinLimit(batch: LogBatch, directory: Directory, maxNotices = MAX_NOTICES): LogBatch {
  let count = 0;
  for (const [index, one] of batch.news.entries()) {
    count += noticesConcerned(one, directory);
    const previous = batch.news[index - 1];
    if (count > maxNotices && previous) return { news: batch.news.slice(0, index), upTo: previous.id };
  }
  return batch;
}

function noticesConcerned({ event, audience }: News, directory: Directory): number {
  if (event.type === "message") return concernOf(event, directory).candidates.length;
  if (event.type === "update_message_flags") return event.messages.length * (audience.users?.length ?? 0);
  return isEditInChannel(event) ? event.readers.unread.length : 0;
}

/** The next stretch of an organization's log, and where it ends. */
async function nextNews(tx: Tx, realmId: number, after: number, last: number, recent: RecentNews): Promise<LogBatch> {
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
  const isGone = new Set<string>();
  const isStored = new Set(stored.map(nameOf));
  const outOfSight = await endUnreadableNotices(tx, at, readings, (key) => {
    const name = nameOf(key);
    if (isStored.has(name)) isGone.add(name);
  });
  const fresh = stored.filter((notice) => !isGone.has(nameOf(notice)));
  const told = [...gone, ...outOfSight.filter((one) => !isStored.has(nameOf(one)))];
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
