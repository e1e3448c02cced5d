import { sql } from "kysely";
import type { ProfileData } from "@parlance/contract/entities/user.ts";
import type { Reader } from "#kernel/db/types.ts";

/** What people say in their profiles, by user id; those who say nothing are left out. */
export type Profiles = ReadonlyMap<number, ProfileData>;

/** The profiles of an organization's people, or of `userIds` among them, in one query. */
export async function profilesOf(db: Reader, realmId: number, userIds?: readonly number[]): Promise<Profiles> {
  // The database puts each profile together: of ten thousand, one row each comes faster than one a value.
  const profile = sql<ProfileData>`json_object_agg(
    said.field_id, json_strip_nulls(json_build_object('value', said.value, 'rendered_value', said.rendered_value)))`;
  const rows = await db
    .selectFrom("custom_profile_field as field")
    .innerJoin("custom_profile_value as said", "said.field_id", "field.id")
    .where("field.realm_id", "=", realmId)
    .$if(userIds !== undefined, (query) => query.where("said.user_id", "=", sql<number>`any(${userIds}::int[])`))
    .groupBy("said.user_id")
    .select(["said.user_id", profile.as("profile")])
    .execute();
  return new Map(rows.map(({ user_id, profile: said }) => [user_id, said]));
}
