import { type RawBuilder, sql } from "kysely";
import { pipelined } from "../db/pipeline.ts";
import { sendNow } from "../db/transaction.ts";
import type { Reader, Tx } from "../db/types.ts";
import type { Audience } from "./audience.ts";
import { EVENT_ID_STEP } from "./event-ids.ts";

/**
 * What happened, in the form that its module stores and its presenter makes wire events of. Where the two are the same, make it
 * as an `EventBody` of the contract: nothing is compared here.
 */
export interface StoredEvent {
  readonly type: string;
}

interface PendingEvent {
  readonly audience: Audience;
  readonly event: StoredEvent;
}

/** What is known only once nothing else of the organization can commit. */
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
  /** Length of the payload's JSON, for those who keep it in memory. */
  readonly size: number;
}

const pendingByTransaction = new WeakMap<Tx, PendingEvents>();

/** Begins to collect the events of a transaction. */
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
 * Records an event beside the change that it announces: both commit, or neither. Delivery starts after the commit. An event
 * about something that others may change at the same time is given as a function, which is called as by `emitLast`.
 */
export function emit(tx: Tx, audience: Audience, event: StoredEvent | (() => Promise<StoredEvent>)): void {
  if (typeof event === "function") emitLast(tx, audience.realmId, async () => emit(tx, audience, await event()));
  else pendingEventsOf(tx).push({ audience, event });
}

/**
 * Has events emitted last, with the organization's position locked, where what they say or who hears of them depends on what
 * others may change at the same time. They keep their place among those of the transaction. `act` reads and emits; it locks
 * and changes nothing.
 */
export function emitLast(tx: Tx, realmId: number, act: () => Promise<void>): void {
  pendingEventsOf(tx).push({ realmId, act });
}

/** Where an organization's log and messages stand. */
export interface LogPosition {
  readonly eventId: number;
  readonly messageId: number;
}

/**
 * Takes the organization's counter row until the end of the transaction, and tells where it stands: nothing of this
 * organization can commit in between. Call it late, after every other lock, or two writers may wait for each other. Sent
 * when this returns: whatever is asked for afterwards is answered under the lock.
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

/** Begins the log of a new organization; of one that has a past, behind that. */
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

/** Part of a statement that writes messages: notes the id of the newest. The organization's position must be locked. */
export const storeNewestMessageInSql = (realmId: number, id: number): RawBuilder<unknown> =>
  sql`update realm_counter set last_message_id = ${id} where realm_id = ${realmId}`;

/** Where the organization's log and messages stand for this reader. */
export async function readPosition(db: Reader, realmId: number): Promise<LogPosition> {
  return db
    .selectFrom("realm_counter")
    .select(["last_event_id as eventId", "last_message_id as messageId"])
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
}

/** In ascending order, so that two writers that touch the same two cannot wait for each other. */
const inAscendingOrder = (realmIds: readonly number[]): number[] => [...new Set(realmIds)].sort((a, b) => a - b);

const realmOf = (draft: PendingEvent | DeferredEvents): number =>
  "act" in draft ? draft.realmId : draft.audience.realmId;

/** The drafts with what is known only under the lock. To be called when nothing but the log is left to be written. */
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
 * Gives the drafts the next ids of their organizations' logs, and writes them: what each write sends last. All of it is sent
 * when this returns.
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

/** Events of an organization after `after` and up to `upTo`, in order, at most `limit`. */
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
