import type { Reader, Tx } from "../db/types.ts";
import { toServerProcesses } from "../events/audience.ts";
import { emit, type StoredEvent } from "../events/event-log.ts";
import type { AnySnapshotSection, RowKey } from "./snapshot-section.ts";
import { sql } from "kysely";
import { countEvents } from "../events/event-ids.ts";

/**
 * Maximum number of events that are searched for changes. If there are more, loading the whole organization again takes
 * less time.
 */
const MAX_SCANNED_EVENTS = 20_000;

/** A change of an organization snapshot, with the id of its event. */
interface LoggedChange {
  readonly id: number;
  readonly payload: OrganizationSnapshotChanged;
}

/**
 * Returns the changes of an organization snapshot with event ids greater than `after` and at most `upTo`. Returns null
 * if the log no longer contains all of these events, or if there are too many.
 */
export async function loadChangesBetween(
  db: Reader,
  realmId: number,
  after: number,
  upTo: number,
): Promise<readonly LoggedChange[] | null> {
  const expected = countEvents(after, upTo);
  if (expected > MAX_SCANNED_EVENTS) return null;
  const { rows } = await sql<{ found: number; changes: readonly LoggedChange[] | null }>`
    select count(*) as found,
      json_agg(json_build_object('id', id, 'payload', payload) order by id)
        filter (where type = 'directory_changed') as changes
    from event where realm_id = ${realmId} and id > ${after} and id <= ${upTo}`.execute(db);
  const [{ found, changes } = { found: 0, changes: null }] = rows;
  return found === expected ? (changes ?? []) : null;
}

/** Changes of some rows of a section. */
export interface SectionChange {
  /** Keys of rows that were changed, added or removed. */
  readonly keys: readonly RowKey[];
  /** The new content of those rows that still exist. */
  readonly rows: readonly unknown[];
}

/** An internal event: data of organization snapshots has changed. It is never sent to clients. */
export interface OrganizationSnapshotChanged extends StoredEvent {
  readonly type: "directory_changed";
  /** The changes by section name. "everything" means that the snapshot must be loaded again. */
  readonly changes: Readonly<Record<string, SectionChange>> | "everything";
}

export const isOrganizationSnapshotChanged = (event: StoredEvent): event is OrganizationSnapshotChanged =>
  event.type === "directory_changed";

interface RecordedChanges {
  readonly sections: Map<AnySnapshotSection, Set<RowKey>>;
  isEverything: boolean;
}

const recordedByTransaction = new WeakMap<Tx, Map<number, RecordedChanges>>();

/**
 * Emits the event that updates organization snapshots, because the transaction changes the rows with these keys. The
 * rows are read at the end of the transaction, so this may be called before or after the change. The organization's log
 * position is locked then, so no other transaction can emit a change of the snapshot in between.
 */
export function recordSnapshotChanges(
  tx: Tx,
  realmId: number,
  part: AnySnapshotSection,
  keys: readonly RowKey[],
): void {
  if (keys.length === 0) return;
  const { sections } = changesOf(tx, realmId);
  const noted = sections.get(part);
  if (noted) for (const key of keys) noted.add(key);
  else sections.set(part, new Set(keys));
}

/**
 * Makes all snapshots of an organization load everything again. Used by transactions with so many changes that
 * reloading takes less time than applying them.
 */
export function recordSnapshotReload(tx: Tx, realmId: number): void {
  changesOf(tx, realmId).isEverything = true;
}

/** True if the transaction has recorded changes of the organization's snapshots. */
export const hasRecordedChanges = (tx: Tx, realmId: number): boolean =>
  recordedByTransaction.get(tx)?.has(realmId) === true;

function changesOf(tx: Tx, realmId: number): RecordedChanges {
  const byRealm = recordedByTransaction.get(tx) ?? new Map<number, RecordedChanges>();
  recordedByTransaction.set(tx, byRealm);
  const known = byRealm.get(realmId);
  if (known) return known;
  const noted: RecordedChanges = { sections: new Map(), isEverything: false };
  byRealm.set(realmId, noted);
  emit(tx, toServerProcesses(realmId), () => createChangeEvent(tx, realmId, noted));
  return noted;
}

async function createChangeEvent(
  db: Reader,
  realmId: number,
  { sections, isEverything }: RecordedChanges,
): Promise<OrganizationSnapshotChanged> {
  if (isEverything) return { type: "directory_changed", changes: "everything" };
  const changes: Record<string, SectionChange> = {};
  for (const [part, noted] of sections) {
    const keys = [...noted];
    changes[part.name] = { keys, rows: await part.rows(db, realmId, keys) };
  }
  return { type: "directory_changed", changes };
}
