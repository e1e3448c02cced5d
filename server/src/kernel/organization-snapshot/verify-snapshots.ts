import { isDeepStrictEqual } from "node:util";
import type { LoggedEvent } from "../events/event-log.ts";
import type { Directories } from "./organization-snapshots.ts";
import { rowsOf, type Directory } from "./organization-snapshot.ts";
import type { AnyPart } from "./snapshot-section.ts";

/** Of the organizations that a transaction may have changed without a word, so many are looked at. */
const MOST_SUSPECTS = 20;
/** A comparison needs a moment in which nobody else writes. */
const MOST_TRIES = 20;

/**
 * Compares directories with the database after a transaction that wrote to their tables. Throws where they differ: a change was
 * not told with `noteChanges`. For tests.
 */
export async function compareAfter(
  directories: Directories,
  parts: readonly AnyPart[],
  tables: ReadonlySet<string>,
  events: readonly LoggedEvent[],
): Promise<void> {
  const concerned = parts.filter((part) => part.tables.some((table) => tables.has(table)));
  if (concerned.length === 0) return;
  const told = new Set(events.map(({ realmId }) => realmId));
  const realmIds = told.size > 0 ? [...told] : directories.newest(MOST_SUSPECTS);
  // An organization that is not in memory is read from the database when it is next needed: nothing could differ.
  const kept = realmIds.filter((realmId) => directories.isKept(realmId));
  for (const realmId of kept) await compare(directories, realmId, concerned);
}

async function compare(directories: Directories, realmId: number, parts: readonly AnyPart[]): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const read = await directories.read(realmId, parts);
    const known = await directories.upTo(read.head, realmId);
    if (known.head !== read.head) continue;
    for (const part of parts) mustBeSame(part, known, read);
    return;
  }
}

function mustBeSame(part: AnyPart, known: Directory, read: Directory): void {
  const [followed, loaded] = [rowsOf(known, part), rowsOf(read, part)];
  if (isDeepStrictEqual(followed, loaded)) return;
  const keyed = (rows: readonly unknown[]) => new Map(rows.map((row) => [part.keyOf(row), row]));
  const [before, after] = [keyed(followed), keyed(loaded)];
  const differing = [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)))
    .slice(0, 3)
    .map((key) => `${key}: ${JSON.stringify(before.get(key))}, and in the database ${JSON.stringify(after.get(key))}`);
  throw new Error(
    `the directory of organization ${known.realmId} was not told of ${part.name} with noteChanges: ${differing.join("; ")}`,
  );
}
