import { isDeepStrictEqual } from "node:util";
import type { LoggedEvent } from "../events/event-log.ts";
import type { OrganizationSnapshots } from "./organization-snapshots.ts";
import { sectionRows, type OrganizationSnapshot } from "./organization-snapshot.ts";
import type { AnySnapshotSection } from "./snapshot-section.ts";

/**
 * Maximum number of organizations that are checked after a transaction without events. Only events name the
 * organizations that a transaction has changed.
 */
const MAX_CHECKED_ORGANIZATIONS = 20;
/**
 * Maximum number of attempts at a comparison, which needs a moment without concurrent writes. After that, the
 * comparison is skipped.
 */
const MAX_TRIES = 20;

/**
 * Compares snapshots with the database after a transaction that wrote to the tables of their sections. Throws if they
 * differ, which means that a change was not reported with `recordSnapshotChanges`. Used in tests.
 */
export async function verifySnapshotsAfterWrite(
  snapshots: OrganizationSnapshots,
  tables: ReadonlySet<string>,
  events: readonly LoggedEvent[],
): Promise<void> {
  const concerned = snapshots.sections.filter((part) => part.tables.some((table) => tables.has(table)));
  if (concerned.length === 0) return;
  const changed = new Set(events.map(({ realmId }) => realmId));
  const realmIds = changed.size > 0 ? [...changed] : snapshots.mostRecentlyUsed(MAX_CHECKED_ORGANIZATIONS);
  // An organization that is not in memory is loaded from the database when it is needed, so it cannot be outdated.
  const cached = realmIds.filter((realmId) => snapshots.isCached(realmId));
  for (const realmId of cached) await verifySnapshot(snapshots, realmId, concerned);
}

async function verifySnapshot(
  snapshots: OrganizationSnapshots,
  realmId: number,
  parts: readonly AnySnapshotSection[],
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const read = await snapshots.readFresh(realmId, parts);
    const known = await snapshots.upTo(read.head, realmId);
    if (known.head !== read.head) continue;
    for (const part of parts) assertSameRows(part, known, read);
    return;
  }
}

function assertSameRows(part: AnySnapshotSection, known: OrganizationSnapshot, read: OrganizationSnapshot): void {
  const [followed, loaded] = [sectionRows(known, part), sectionRows(read, part)];
  if (isDeepStrictEqual(followed, loaded)) return;
  const keyed = (rows: readonly unknown[]) => new Map(rows.map((row) => [part.keyOf(row), row]));
  const [before, after] = [keyed(followed), keyed(loaded)];
  const differing = [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !isDeepStrictEqual(before.get(key), after.get(key)))
    .slice(0, 3)
    .map((key) => `${key}: ${JSON.stringify(before.get(key))}, and in the database ${JSON.stringify(after.get(key))}`);
  throw new Error(
    `the snapshot of organization ${known.realmId} differs from the database in ${part.name}; a write did not call recordSnapshotChanges: ${differing.join("; ")}`,
  );
}
