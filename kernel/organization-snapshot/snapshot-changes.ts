import type { Reader, Tx } from "../db/types.ts";
import { toServerProcesses } from "../events/audience.ts";
import { emit, type StoredEvent } from "../events/event-log.ts";
import type { AnySnapshotSection, RowKey } from "./snapshot-section.ts";
import { sql } from "kysely";
import { countEvents } from "../events/event-ids.ts";

/** More events than this are not looked through: to begin anew is less work. */
const MAX_SCANNED_EVENTS = 20_000;

/** A change with its id in the log. */
interface LoggedChange {
  readonly id: number;
  readonly payload: OrganizationSnapshotChanged;
}

/** The changes of an organization's directory after one event and up to another; null where the log no longer has them all. */
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

/** What became of some rows of one part. */
export interface SectionChange {
  /** Rows that changed, came or went. */
  readonly keys: readonly RowKey[];
  /** Those of them that are there now. */
  readonly rows: readonly unknown[];
}

/** The server's own event that what directories keep has changed. No client gets it. */
export interface OrganizationSnapshotChanged extends StoredEvent {
  readonly type: "directory_changed";
  /** By the part's name; or everything, of which directories then begin anew. */
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
 * Tells the directories of an organization, with the transaction's other events, that it changes these rows. How they are is
 * looked up when all is written and nobody else can commit, so it does not matter whether this is called before or after.
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

/** The same where so much changes that directories had better begin anew. */
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
