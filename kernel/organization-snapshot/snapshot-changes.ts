import type { Reader, Tx } from "../db/types.ts";
import { toServerProcesses } from "../events/audience.ts";
import { emit, type StoredEvent } from "../events/event-log.ts";
import type { AnySnapshotSection, RowKey } from "./snapshot-section.ts";
import { sql } from "kysely";
import { countEvents } from "../events/event-ids.ts";

/** Maximum number of events to search for changes. With more of them, loading everything again is less work. */
const MAX_SCANNED_EVENTS = 20_000;

/** A change with its id in the log. */
interface LoggedChange {
  readonly id: number;
  readonly payload: OrganizationSnapshotChanged;
}

/**
 * Returns the changes of an organization snapshot after one event and up to another. Null if the log no longer contains
 * all of them, or if they are too many.
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
  /** Those of the rows that still exist. */
  readonly rows: readonly unknown[];
}

/** The server's internal event that data of organization snapshots has changed. No client receives it. */
export interface OrganizationSnapshotChanged extends StoredEvent {
  readonly type: "directory_changed";
  /** Changes by the section's name, or everything, in which case the snapshots are loaded again. */
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
 * Notifies an organization's snapshots, with the transaction's other events, that the transaction changes these rows.
 * The rows are read when everything is written and no other transaction can commit, so this may be called before or
 * after the change.
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
 * Makes an organization's snapshots load everything again. For transactions with so many changes that this is less
 * work.
 */
export function recordSnapshotReload(tx: Tx, realmId: number): void {
  changesOf(tx, realmId).isEverything = true;
}

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
