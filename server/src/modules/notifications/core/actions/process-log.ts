import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { readPosition } from "@parlance/kernel/events/event-log.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { realmContext, type RealmSite } from "#modules/organizations/core/queries.ts";
import { mutes } from "#modules/users/muted-users/muted-users-snapshot.ts";
import {
  type MessageCandidates,
  findCandidates,
  findEditCandidates,
  type NotifiableMessage,
} from "../decision/candidates.ts";
import { decideNotification } from "@parlance/contract/notifications/notification-decision.ts";
import { createDecisionInput } from "../decision/decision-input.ts";
import { type RelevantEvent, readRelevantEvents } from "../log/relevant-events.ts";
import { findMentioningGroup } from "../decision/mentions.ts";
import {
  type EndedNotification,
  type Notification,
  type NotificationTransport,
  type NotificationContext,
  notificationOf,
} from "../notification.ts";
import { filterOnlineUsers, loadNotifiableMessages } from "../queries.ts";
import type { RecentEventCache } from "../log/recent-event-cache.ts";
import { type AffectedNotifications, affectedNotifications } from "../log/affected-notifications.ts";
import { lockNotifications } from "./lock-notifications.ts";
import { endAllNotifications, endNotifications, type NotificationKey } from "./end-notifications.ts";
import { endUnreadableNotifications } from "./end-unreadable-notifications.ts";

/** Stores notifications. Returns those that are new, or that replace one that had ended. */
async function storeNotifications(
  tx: Tx,
  { realm, now }: NotificationContext,
  notices: readonly Notification[],
): Promise<Notification[]> {
  if (notices.length === 0) return [];
  const column = <T>(of: (notice: Notification) => T): T[] => notices.map(of);
  const { rows } = await sql<{ user_id: number; message_id: number }>`
    insert into notice (user_id, message_id, realm_id, occasion, group_id, by_phone, by_browser, by_mail, is_to_mail, created_at)
    select user_id, message_id, ${realm.id}, occasion, group_id, phone, browser, mail, mail, ${now}::timestamptz
    from unnest(
      ${column(({ userId }) => userId)}::int[], ${column(({ messageId }) => messageId)}::bigint[],
      ${column(({ occasion }) => occasion)}::text[], ${column(({ groupId }) => groupId)}::int[],
      ${column(({ carriers }) => carriers.includes("phone"))}::bool[], ${column(({ carriers }) => carriers.includes("browser"))}::bool[],
      ${column(({ carriers }) => carriers.includes("mail"))}::bool[]
    ) as new (user_id, message_id, occasion, group_id, phone, browser, mail)
    on conflict (user_id, message_id) do update set
      occasion = excluded.occasion, group_id = excluded.group_id, by_phone = excluded.by_phone,
      by_browser = excluded.by_browser, is_to_mail = excluded.is_to_mail, by_mail = excluded.by_mail,
      created_at = excluded.created_at, ended_at = null
    where notice.ended_at is not null
    returning user_id, message_id`.execute(tx);
  const stored = new Set(rows.map(({ user_id, message_id }) => `${user_id} ${message_id}`));
  return notices.filter(({ userId, messageId }) => stored.has(`${userId} ${messageId}`));
}

/** Maximum number of relevant events that one transaction processes. */
const MAX_EVENTS_PER_TRANSACTION = 500;
/** Default of `LogProcessingOptions.maxNotifications`. */
const MAX_NOTIFICATIONS_PER_TRANSACTION = 20_000;

export interface LogProcessingOptions {
  readonly snapshots: OrganizationSnapshots;
  readonly recentEvents: RecentEventCache;
  readonly site: RealmSite;
  readonly transports: readonly NotificationTransport[];
  /**
   * Maximum number of notifications that one transaction decides on or ends. With many messages in a topic that
   * thousands of users follow, several transactions are needed. Each processes at least one event. Default: 20,000.
   */
  readonly maxNotifications?: number;
}

/**
 * Processes the next batch of an organization's log: decides on notifications, hands them to the transports, and
 * retracts those of messages that were read, deleted or became unreadable meanwhile. The log position is stored in the
 * same transaction, so no notification is repeated or missed if the server is killed. Returns true if nothing is left
 * to process.
 */
export async function processLog(
  tx: Tx,
  realmId: number,
  now: Date,
  following: LogProcessingOptions,
): Promise<boolean> {
  const after = await lockNotifications(tx, realmId);
  const { eventId: last } = await readPosition(tx, realmId);
  const next = await readNextBatch(tx, realmId, after, last, following.recentEvents);
  const at =
    next.events.length > 0
      ? await createNotificationContext(tx, realmId, now, Math.max(last, next.upTo), following)
      : null;
  const { events, upTo } = at ? withinLimit(next, at.snapshot, following.maxNotifications) : next;
  if (at) await applyEvents(tx, at, events, following.transports);
  await sql`update notice_progress set event_id = ${upTo} where realm_id = ${realmId}`.execute(tx);
  return upTo >= last;
}

/** A batch of the log: its relevant events, and the id of the last event that was examined. */
interface LogBatch {
  readonly events: readonly RelevantEvent[];
  readonly upTo: number;
}

/**
 * Returns the start of a batch: as many events as affect at most `maxNotices` notifications, and at least one event.
 */
function withinLimit(
  batch: LogBatch,
  snapshot: OrganizationSnapshot,
  maxNotices = MAX_NOTIFICATIONS_PER_TRANSACTION,
): LogBatch {
  let count = 0;
  for (const [index, one] of batch.events.entries()) {
    count += countAffected(one, snapshot);
    const previous = batch.events[index - 1];
    if (count > maxNotices && previous) return { events: batch.events.slice(0, index), upTo: previous.id };
  }
  return batch;
}

function countAffected({ payload, audience }: RelevantEvent, snapshot: OrganizationSnapshot): number {
  if (payload.type === "message") return findCandidates(payload, snapshot).candidates.length;
  if (payload.type === "update_message_flags") return payload.messages.length * (audience.users?.length ?? 0);
  return isEditInChannel(payload) ? payload.readers.unread.length : 0;
}

/** Reads the next batch of an organization's log. */
async function readNextBatch(
  tx: Tx,
  realmId: number,
  after: number,
  last: number,
  recent: RecentEventCache,
): Promise<LogBatch> {
  const known = recent.after(realmId, after, MAX_EVENTS_PER_TRANSACTION);
  if (known) return known;
  const events = await readRelevantEvents(tx, { realmId, after, upTo: last, limit: MAX_EVENTS_PER_TRANSACTION });
  return { events, upTo: events.length < MAX_EVENTS_PER_TRANSACTION ? last : (events.at(-1)?.id ?? last) };
}

/**
 * Returns the context for decisions; null if the organization is deactivated, because its users cannot log in and are
 * not notified.
 */
async function createNotificationContext(
  tx: Tx,
  realmId: number,
  now: Date,
  eventId: number,
  { snapshots, site }: LogProcessingOptions,
): Promise<NotificationContext | null> {
  const snapshot = await snapshots.upTo(eventId, realmId);
  if (snapshot.get(organization).isDeactivated) return null;
  const row = await tx
    .selectFrom("realm")
    .select(["id", "subdomain", "host"])
    .where("id", "=", realmId)
    .executeTakeFirstOrThrow();
  const realm = realmContext(row, site);
  return realm && { realm, snapshot, now };
}

async function applyEvents(
  tx: Tx,
  at: NotificationContext,
  news: readonly RelevantEvent[],
  carriers: readonly NotificationTransport[],
): Promise<void> {
  const notices = await decideAll(tx, at, await findAllCandidates(tx, at, news));
  const readings = news.map(affectedNotifications);
  const wanted = stillUnread(notices, news);
  const gone = await endReadNotifications(tx, at.now, readings);
  const stored = await storeNotifications(tx, at, wanted);
  const isGone = new Set<string>();
  const isStored = new Set(stored.map(notificationKey));
  const unreadable = await endUnreadableNotifications(tx, at, readings, (key) => {
    const name = notificationKey(key);
    if (isStored.has(name)) isGone.add(name);
  });
  const fresh = stored.filter((notice) => !isGone.has(notificationKey(notice)));
  const ended = [...gone, ...unreadable.filter((one) => !isStored.has(notificationKey(one)))];
  for (const carrier of carriers) {
    const mine = <N extends EndedNotification>(all: readonly N[]) =>
      all.filter((one) => one.carriers.includes(carrier.name));
    const [added, retracted] = [mine(fresh), mine(ended)];
    if (added.length > 0) await carrier.notify(tx, at, added);
    if (retracted.length > 0) await carrier.retract(tx, at, retracted);
  }
}

const notificationKey = ({ userId, messageId }: NotificationKey): string => `${userId} ${messageId}`;

interface DatedCandidates extends MessageCandidates {
  readonly eventId: number;
}

async function findAllCandidates(
  tx: Tx,
  { snapshot }: NotificationContext,
  news: readonly RelevantEvent[],
): Promise<DatedCandidates[]> {
  const edited = news.flatMap(({ payload }) => (isEditInChannel(payload) ? [payload.message_id] : []));
  const places = await loadNotifiableMessages(tx, edited);
  return news.flatMap(({ id: eventId, payload }) => {
    if (payload.type === "message") return [{ ...findCandidates(payload, snapshot), eventId }];
    const message: NotifiableMessage | undefined = isEditInChannel(payload)
      ? places.get(payload.message_id)
      : undefined;
    if (payload.type !== "update_message" || !message?.channelTopic) return [];
    return [{ ...findEditCandidates(payload, message, snapshot), eventId }];
  });
}

type Edit = Extract<RelevantEvent["payload"], { type: "update_message" }>;

/**
 * Returns true for an edit of a channel message's content. Edits of direct messages need no decision, because all users
 * in the conversation were already notified.
 */
const isEditInChannel = (event: RelevantEvent["payload"]): event is Edit & { message_id: number } =>
  event.type === "update_message" &&
  !event.rendering_only &&
  event.rendered_content !== undefined &&
  event.stream_id !== undefined;

interface DatedNotification extends Notification {
  readonly eventId: number;
}

async function decideAll(
  tx: Tx,
  at: NotificationContext,
  concerns: readonly DatedCandidates[],
): Promise<DatedNotification[]> {
  const { snapshot } = at;
  const userIds = concerns.flatMap(({ candidates }) => candidates.map(({ userId }) => userId));
  const online = await filterOnlineUsers(tx, [...new Set(userIds)], at.now);
  return concerns.flatMap(({ eventId, message, mentions, candidates }) => {
    const mutedBy = new Set(candidates.length > 0 ? snapshot.get(mutes).mutersOf(message.senderId) : []);
    return candidates.flatMap((candidate) => {
      const notification = notificationOf(
        decideNotification(createDecisionInput(message, candidate, { snapshot, online, mutedBy, now: at.now })),
      );
      if (!notification) return [];
      const { userId, isMentioned } = candidate;
      const groupId = isMentioned ? findMentioningGroup(mentions, userId, snapshot) : null;
      return [{ userId, messageId: message.id, groupId, eventId, ...notification }];
    });
  });
}

/** Returns the notifications without those whose messages were read later in the same batch of the log. */
function stillUnread(notices: readonly DatedNotification[], news: readonly RelevantEvent[]): Notification[] {
  const readAt = new Map<string, number>();
  const allReadAt = new Map<number, number>();
  for (const one of news) {
    const { readKeys, allReadUserIds } = affectedNotifications(one);
    for (const key of readKeys) readAt.set(notificationKey(key), one.id);
    for (const userId of allReadUserIds) allReadAt.set(userId, one.id);
  }
  return notices.filter((notice) => {
    const lastRead = Math.max(readAt.get(notificationKey(notice)) ?? 0, allReadAt.get(notice.userId) ?? 0);
    return notice.eventId > lastRead;
  });
}

async function endReadNotifications(
  tx: Tx,
  now: Date,
  readings: readonly AffectedNotifications[],
): Promise<EndedNotification[]> {
  const all = await endAllNotifications(
    tx,
    now,
    readings.flatMap(({ allReadUserIds }) => allReadUserIds),
  );
  const some = await endNotifications(
    tx,
    now,
    readings.flatMap(({ readKeys }) => readKeys),
  );
  return [...all, ...some];
}
