import type { Reader, Tx } from "../db/types.ts";
import { toServers } from "../events/audience.ts";
import { emit, type StoredEvent } from "../events/event-log.ts";
import type { AnyPart, RowKey } from "./snapshot-section.ts";

/** What became of some rows of one part. */
export interface PartChange {
  /** Rows that changed, came or went. */
  readonly keys: readonly RowKey[];
  /** Those of them that are there now. */
  readonly rows: readonly unknown[];
}

/** The server's own event that what directories keep has changed. No client gets it. */
export interface DirectoryChanged extends StoredEvent {
  readonly type: "directory_changed";
  /** By the part's name; or everything, of which directories then begin anew. */
  readonly changes: Readonly<Record<string, PartChange>> | "everything";
}

export const isDirectoryChanged = (event: StoredEvent): event is DirectoryChanged => event.type === "directory_changed";

interface Noted {
  readonly parts: Map<AnyPart, Set<RowKey>>;
  isEverything: boolean;
}

const notedBy = new WeakMap<Tx, Map<number, Noted>>();

/**
 * Tells the directories of an organization, with the transaction's other events, that it changes these rows. How they are is
 * looked up when all is written and nobody else can commit, so it does not matter whether this is called before or after.
 */
export function noteChanges(tx: Tx, realmId: number, part: AnyPart, keys: readonly RowKey[]): void {
  if (keys.length === 0) return;
  const { parts } = notedOf(tx, realmId);
  const noted = parts.get(part);
  if (noted) for (const key of keys) noted.add(key);
  else parts.set(part, new Set(keys));
}

/** The same where so much changes that directories had better begin anew. */
export function noteEverything(tx: Tx, realmId: number): void {
  notedOf(tx, realmId).isEverything = true;
}

function notedOf(tx: Tx, realmId: number): Noted {
  const byRealm = notedBy.get(tx) ?? new Map<number, Noted>();
  notedBy.set(tx, byRealm);
  const known = byRealm.get(realmId);
  if (known) return known;
  const noted: Noted = { parts: new Map(), isEverything: false };
  byRealm.set(realmId, noted);
  emit(tx, toServers(realmId), () => changed(tx, realmId, noted));
  return noted;
}

async function changed(db: Reader, realmId: number, { parts, isEverything }: Noted): Promise<DirectoryChanged> {
  if (isEverything) return { type: "directory_changed", changes: "everything" };
  const changes: Record<string, PartChange> = {};
  for (const [part, noted] of parts) {
    const keys = [...noted];
    changes[part.name] = { keys, rows: await part.rows(db, realmId, keys) };
  }
  return { type: "directory_changed", changes };
}
