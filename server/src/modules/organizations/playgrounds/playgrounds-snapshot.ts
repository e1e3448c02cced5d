import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { createRowMapSection } from "@parlance/kernel/organization-snapshot/row-map-section.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import { listPlaygrounds } from "./queries.ts";

/** Section of the organization snapshot with the playgrounds. */
export const playgrounds = createRowMapSection<Playground>({
  name: "playgrounds",
  tables: ["playground"],
  rows: (db, realmId, keys) => listPlaygrounds(db, realmId, keys === "all" ? undefined : keys.map(Number)),
  keyOf: ({ id }) => id,
  bytesPerRow: 400,
});

/** Returns the organization's playgrounds, in the order in which they were added. */
export const playgroundsIn = (snapshot: OrganizationSnapshot): Playground[] =>
  [...snapshot.get(playgrounds).values()].sort((a, b) => a.id - b.id);

/** Records that a playground has changed, so that snapshots are updated. */
export const recordPlaygroundChange = (tx: Tx, realmId: number, id: number): void =>
  recordSnapshotChanges(tx, realmId, playgrounds, [id]);
