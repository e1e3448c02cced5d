import { sql } from "kysely";
import type { ProfileData } from "@parlance/contract/entities/user.ts";
import type { Reader } from "#kernel/db/types.ts";

/** What people say in their profiles, by user id; those who say nothing are left out. */
export type Profiles = ReadonlyMap<number, ProfileData>;

/** The profiles of an organization's people, or of `userIds` among them, in one query. */
export async function profilesOf(db: Reader, realmId: number, userIds?: readonly number[]): Promise<Profiles> {
  const rows = await db
    .selectFrom("custom_profile_field as field")
    .innerJoin("custom_profile_value as value", "value.field_id", "field.id")
    .where("field.realm_id", "=", realmId)
    .$if(userIds !== undefined, (query) => query.where("value.user_id", "=", sql<number>`any(${userIds}::int[])`))
    .select(["value.user_id", "field.id", "value.value", "value.rendered_value"])
    .execute();
  const profiles = new Map<number, ProfileData>();
  for (const { user_id: userId, id, value, rendered_value } of rows) {
    let profile = profiles.get(userId);
    if (!profile) profiles.set(userId, (profile = {}));
    profile[id] = rendered_value === null ? { value } : { value, rendered_value };
  }
  return profiles;
}
