import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { createRowMapSection } from "@parlance/kernel/organization-snapshot/row-map-section.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import { presentField } from "./presentation.ts";
import { listFields } from "./queries.ts";

/** Section of the organization snapshot with the fields that the organization has added to profiles. */
export const profileFields = createRowMapSection<CustomProfileField>({
  name: "profile_fields",
  tables: ["custom_profile_field"],
  rows: async (db, realmId, keys) =>
    (await listFields(db, realmId, keys === "all" ? undefined : keys.map(Number))).map(presentField),
  keyOf: ({ id }) => id,
  bytesPerRow: 600,
});

/** Returns the organization's fields, in their order. */
export const fieldsIn = (snapshot: OrganizationSnapshot): CustomProfileField[] =>
  [...snapshot.get(profileFields).values()].sort((a, b) => a.order - b.order || a.id - b.id);

/** Records that these fields have changed, so that snapshots are updated. */
export const recordFieldChanges = (tx: Tx, realmId: number, ids: readonly number[]): void =>
  recordSnapshotChanges(tx, realmId, profileFields, ids);
