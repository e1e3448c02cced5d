import { sql } from "kysely";
import type { ProfileData } from "@parlance/contract/entities/user.ts";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";

/** The contents of users' profiles, by user id. Users with an empty profile are omitted. */
export type Profiles = ReadonlyMap<number, ProfileData>;

interface ProfileRow {
  readonly user_id: number;
  readonly profile: ProfileData;
}

/** Section of the organization snapshot with the contents of users' profiles. */
export const profiles: SnapshotSection<Map<number, ProfileData>, ProfileRow> = {
  name: "profiles",
  tables: ["custom_profile_value", "custom_profile_field"],
  rows: (db, realmId, keys) => loadProfileRows(db, realmId, keys === "all" ? undefined : keys.map(Number)),
  keyOf: ({ user_id }) => user_id,
  empty: () => new Map(),
  put: (facts, { user_id, profile }) => facts.set(user_id, profile),
  remove: (facts, key) => facts.delete(Number(key)),
  allRows: (facts) =>
    Array.from(facts, ([user_id, profile]) => ({ user_id, profile })).sort((a, b) => a.user_id - b.user_id),
  bytesPerRow: 1000,
};

/** Records that these users' profiles change, so that organization snapshots are updated. */
export const recordProfileChanges = (tx: Tx, realmId: number, userIds: readonly number[]): void =>
  recordSnapshotChanges(tx, realmId, profiles, userIds);

/** Loads the profiles of an organization's users in one query. If `userIds` is given, loads only their profiles. */
export async function loadProfiles(db: Reader, realmId: number, userIds?: readonly number[]): Promise<Profiles> {
  const rows = await loadProfileRows(db, realmId, userIds);
  return new Map(rows.map(({ user_id, profile }) => [user_id, profile]));
}

function loadProfileRows(db: Reader, realmId: number, userIds?: readonly number[]): Promise<ProfileRow[]> {
  // The database assembles each profile, because for ten thousand users, one row per user is faster than one row per
  // value.
  const profile = sql<ProfileData>`json_object_agg(
    said.field_id, json_strip_nulls(json_build_object('value', said.value, 'rendered_value', said.rendered_value))
    order by said.field_id)`;
  return db
    .selectFrom("custom_profile_field as field")
    .innerJoin("custom_profile_value as said", "said.field_id", "field.id")
    .where("field.realm_id", "=", realmId)
    .$if(userIds !== undefined, (query) => query.where("said.user_id", "=", sql<number>`any(${userIds}::int[])`))
    .groupBy("said.user_id")
    .select(["said.user_id", profile.as("profile")])
    .execute();
}
