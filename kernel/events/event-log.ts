import { type RawBuilder, sql } from "kysely";
import { pipelined } from "../db/pipeline.ts";
import { sendNow } from "../db/transaction.ts";
import type { Reader, Tx } from "../db/types.ts";
import type { Audience } from "./audience.ts";
import { EVENT_ID_STEP } from "./event-ids.ts";

/**
 * An event in the form that its module stores, and from which its presenter creates wire events. If both forms are the
 * same, create it as an `EventBody` of the contract, because nothing is checked here.
 */
export interface StoredEvent {
  readonly type: string;
}

interface PendingEvent {
  readonly audience: Audience;
  readonly event: StoredEvent;
}

/** Events whose content is known only when no other transaction of the organization can commit. */
interface DeferredEvents {
  readonly realmId: number;
  readonly act: () => Promise<void>;
}

type PendingEvents = (PendingEvent | DeferredEvents)[];

/** An event with its position in the organization's log. */
export interface LoggedEvent {
  readonly realmId: number;
  readonly id: number;
  readonly audience: Audience;
  readonly payload: StoredEvent;
  /** Length of the payload's JSON, for caches that limit their size. */
  readonly size: number;
}

const pendingByTransaction = new WeakMap<Tx, PendingEvents>();

/** Starts collecting the events of a transaction. */
export function startCollectingEvents(tx: Tx): PendingEvents {
  const drafts: PendingEvents = [];
  pendingByTransaction.set(tx, drafts);
  return drafts;
}

function pendingEventsOf(tx: Tx): PendingEvents {
  const drafts = pendingByTransaction.get(tx);
  if (!drafts) throw new Error("events are emitted in a transaction of Database.write");
  return drafts;
}

/**
 * Records an event with the change that it announces: both are committed, or neither. Delivery starts after the commit.
 * An event about something that other transactions may change at the same time is passed as a function, which is called
 * as by `emitLast`.
 */
export function emit(tx: Tx, audience: Audience, event: StoredEvent | (() => Promise<StoredEvent>)): void {
  if (typeof event === "function") emitLast(tx, audience.realmId, async () => emit(tx, audience, await event()));
  else pendingEventsOf(tx).push({ audience, event });
}

/**
 * Emits events last, with the organization's log position locked. Used if their content or audience depends on
 * something that other transactions may change at the same time. They retain their order among the transaction's
 * events. `act` reads and emits; it must not lock or change anything.
 */
export function emitLast(tx: Tx, realmId: number, act: () => Promise<void>): void {
  pendingEventsOf(tx).push({ realmId, act });
}

/** Ids of an organization's newest event and newest message. */
export interface LogPosition {
  readonly eventId: number;
  readonly messageId: number;
}

/**
 * Locks the organization's counter row until the end of the transaction, and returns its log position: no other
 * transaction of this organization can commit in between. Call it late, after acquiring every other lock, or two
 * writers may deadlock. The statement is sent when this returns, so later queries run under the lock.
 */
export async function lockPosition(tx: Tx, realmId: number): Promise<LogPosition> {
  const { rows } = await sendNow(
    tx,
    sql<LogPosition>`
    select last_event_id as "eventId", last_message_id as "messageId" from realm_counter
    where realm_id = ${realmId} for update`,
  );
  const [position] = rows;
  if (!position) throw new Error(`realm ${realmId} has no counter`);
  return position;
}

/** Creates the log of a new organization. If it was imported with a history, the log continues after that. */
export async function createLog(
  tx: Tx,
  realmId: number,
  { eventId, messageId }: LogPosition = { eventId: 0, messageId: 0 },
): Promise<void> {
  await tx
    .insertInto("realm_counter")
    .values({ realm_id: realmId, last_event_id: eventId, last_message_id: messageId })
    .execute();
}

/**
 * Part of a statement that writes messages: stores the id of the newest. The organization's log position must be
 * locked.
 */
export const storeNewestMessageInSql = (realmId: number, id: number): RawBuilder<unknown> =>
  sql`update realm_counter set last_message_id = ${id} where realm_id = ${realmId}`;

/** Returns an organization's log position as this reader sees it. */
export async function readPosition(db: Reader, realmId: number): Promise<LogPosition> {
  return db
    .selectFrom("realm_counter")
    .select(["last_event_id as eventId", "last_message_id as messageId"])
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
}

/** Sorts in ascending order, so that two writers that lock the same two organizations cannot deadlock. */
const inAscendingOrder = (realmIds: readonly number[]): number[] => [...new Set(realmIds)].sort((a, b) => a - b);

const realmOf = (draft: PendingEvent | DeferredEvents): number =>
  "act" in draft ? draft.realmId : draft.audience.realmId;

/**
 * Resolves the events that are known only under the lock. Must be called when nothing but the log remains to be
 * written.
 */
export async function resolvePendingEvents(tx: Tx, drafts: PendingEvents): Promise<readonly PendingEvent[]> {
  if (drafts.some((draft) => "act" in draft)) {
    for (const realmId of inAscendingOrder(drafts.map(realmOf))) await lockPosition(tx, realmId);
  }
  const all: PendingEvent[] = [];
  for (const draft of drafts) all.push(...("act" in draft ? await resolveDeferred(tx, draft) : [draft]));
  return all;
}

async function resolveDeferred(tx: Tx, { act }: DeferredEvents): Promise<readonly PendingEvent[]> {
  const drafts = startCollectingEvents(tx);
  await act();
  return resolvePendingEvents(tx, drafts);
}

/**
 * Writes the events to their organizations' logs with the next ids. This is the last statement of each write.
 * Everything is sent when this returns.
 */
export function appendEvents(tx: Tx, drafts: readonly PendingEvent[]): Promise<LoggedEvent[]> {
  const appended = inAscendingOrder(drafts.map(realmOf)).map((realmId) => {
    const own = drafts.filter(({ audience }) => audience.realmId === realmId);
    return appendToRealm(tx, realmId, own);
  });
  return pipelined(appended).then((events) => events.flat());
}

const STEP_IN_SQL = sql.lit(EVENT_ID_STEP);

function appendToRealm(tx: Tx, realmId: number, drafts: readonly PendingEvent[]): Promise<LoggedEvent[]> {
  const texts = drafts.map(({ event }) => JSON.stringify(event));
  const appended = sendNow(
    tx,
    sql<{ last: number }>`
    with counter as (
      update realm_counter set last_event_id = (last_event_id / ${STEP_IN_SQL} + ${drafts.length}) * ${STEP_IN_SQL}
      where realm_id = ${realmId} returning last_event_id as last
    ), appended as (
      insert into event (realm_id, id, type, audience, payload)
      select ${realmId}, counter.last - (${drafts.length} - draft.ordinal) * ${STEP_IN_SQL}, draft.type, draft.audience::json, draft.payload::json
      from counter, unnest(
        ${drafts.map(({ event }) => event.type)}::text[],
        ${drafts.map(({ audience }) => JSON.stringify(audience))}::text[],
        ${texts}::text[]
      ) with ordinality as draft(type, audience, payload, ordinal)
    )
    select last from counter`,
  );
  return appended.then(({ rows }) => {
    const last = rows[0]?.last;
    if (last === undefined) throw new Error(`realm ${realmId} has no counter`);
    return drafts.map(({ audience, event }, index) => ({
      realmId,
      id: last - (drafts.length - index - 1) * EVENT_ID_STEP,
      audience,
      payload: event,
      size: texts[index]?.length ?? 0,
    }));
  });
}

/** Returns an organization's events after `after` and up to `upTo`, in order, at most `limit`. */
export async function readEvents(
  db: Reader,
  range: { realmId: number; after: number; upTo: number; limit: number },
): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom("event")
    .select(["id", "audience", "payload", sql<number>`length(payload::text)`.as("size")])
    .where("realm_id", "=", range.realmId)
    .where("id", ">", range.after)
    .where("id", "<=", range.upTo)
    .orderBy("id")
    .limit(range.limit)
    .execute();
  return rows.map(({ id, audience, payload, size }) => ({
    realmId: range.realmId,
    id,
    audience: audience as Audience,
    payload: payload as StoredEvent,
    size,
  }));
}
