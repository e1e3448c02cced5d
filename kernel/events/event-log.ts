import { type RawBuilder, sql } from "kysely";
import { pipelined } from "../db/pipeline.ts";
import { sendNow } from "../db/transaction.ts";
import type { Reader, Tx } from "../db/types.ts";
import type { Audience } from "./audience.ts";
import { EVENT_ID_STEP } from "./event-ids.ts";

/**
 * An event as a module stores it. The module's presenter converts it to events for clients. If the stored event is sent
 * to clients unchanged, create it as an `EventBody` of the contract, because its content is not checked here.
 */
export interface StoredEvent {
  readonly type: string;
}

interface PendingEvent {
  readonly audience: Audience;
  readonly event: StoredEvent;
}

/**
 * Events that are created at the end of the transaction, when no other transaction can write events of the
 * organization.
 */
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
 * Records an event together with the change that it announces, so either both are committed or neither. Delivery starts
 * after the commit. If the event's content depends on something that other transactions may change concurrently, pass a
 * function that creates the event; it is called at the end of the transaction (see `emitLast`).
 */
export function emit(tx: Tx, audience: Audience, event: StoredEvent | (() => Promise<StoredEvent>)): void {
  if (typeof event === "function") emitLast(tx, audience.realmId, async () => emit(tx, audience, await event()));
  else pendingEventsOf(tx).push({ audience, event });
}

/**
 * Emits events at the end of the transaction, while the organization's log position is locked. Use it if their content
 * or audience depends on something that other transactions may change concurrently. The events retain their position
 * among the transaction's other events. `act` reads and emits; it must not lock or change anything.
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
 * Locks the organization's counter row until the end of the transaction, and returns the log position. Until then, no
 * other transaction can write events or messages of this organization. Must be called after all other locks were
 * acquired, because two writers could deadlock otherwise. The statement is sent before the call returns, so later
 * queries run under the lock.
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

/** Creates the log of a new organization. For an imported organization, the log continues at the given position. */
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
 * Returns a part of a statement that writes messages: it stores the id of the newest message. The organization's log
 * position must be locked.
 */
export const storeNewestMessageInSql = (realmId: number, id: number): RawBuilder<unknown> =>
  sql`update realm_counter set last_message_id = ${id} where realm_id = ${realmId}`;

/** Returns an organization's log position, as visible to the given reader. */
export async function readPosition(db: Reader, realmId: number): Promise<LogPosition> {
  return db
    .selectFrom("realm_counter")
    .select(["last_event_id as eventId", "last_message_id as messageId"])
    .where("realm_id", "=", realmId)
    .executeTakeFirstOrThrow();
}

/** Returns the ids of the last events of organizations, by organization. */
export async function readPositions(db: Reader, realmIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom("realm_counter")
    .select(["last_event_id as eventId", "realm_id"])
    .where("realm_id", "=", sql<number>`any(${realmIds}::int[])`)
    .execute();
  return new Map(rows.map(({ realm_id, eventId }) => [realm_id, eventId]));
}

/**
 * Removes duplicates and sorts in ascending order, so that two writers that lock the same organizations cannot
 * deadlock.
 */
const inAscendingOrder = (realmIds: readonly number[]): number[] => [...new Set(realmIds)].sort((a, b) => a - b);

const realmOf = (draft: PendingEvent | DeferredEvents): number =>
  "act" in draft ? draft.realmId : draft.audience.realmId;

/**
 * Creates the deferred events under the lock on the log position. Must be called when only the events remain to be
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
 * Writes the events to their organizations' logs, with the next ids. Must be the last statement of each write. It is
 * sent before the call returns.
 */
export function appendEvents(tx: Tx, drafts: readonly PendingEvent[]): Promise<LoggedEvent[]> {
  const appended = inAscendingOrder(drafts.map(realmOf)).map((realmId) => {
    const own = drafts.filter(({ audience }) => audience.realmId === realmId);
    return appendToRealm(tx, realmId, own);
  });
  return pipelined(appended).then((events) => events.flat());
}

const STEP_IN_SQL = sql.lit(EVENT_ID_STEP);

/**
 * Appends events to an organization's log. Audiences and payloads are sent as JSON lists, because the driver takes twice
 * as long to write JSON texts into a list of texts, where it has to escape each quote.
 */
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
      select ${realmId}, counter.last - (${drafts.length} - draft.ordinal) * ${STEP_IN_SQL}, draft.type, draft.audience, draft.payload
      from counter, rows from (
        unnest(${drafts.map(({ event }) => event.type)}::text[]),
        json_array_elements(${JSON.stringify(drafts.map(({ audience }) => audience))}::json),
        json_array_elements(${`[${texts.join()}]`}::json)
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

/**
 * Returns an organization's events with ids greater than `after` and at most `upTo`, in order. Returns at most `limit`
 * events.
 */
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
