import type { Reader, Row } from "@parlance/kernel/db/types.ts";

/** Lists the organization's fields, in their order. */
export const listFields = (db: Reader, realmId: number): Promise<Row<"custom_profile_field">[]> =>
  db
    .selectFrom("custom_profile_field")
    .selectAll()
    .where("realm_id", "=", realmId)
    .orderBy("position")
    .orderBy("id")
    .execute();
