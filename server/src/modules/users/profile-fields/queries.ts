import { sql } from "kysely";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";

/** Lists the organization's fields, in their order. With `ids`, only these fields. */
export const listFields = (
  db: Reader,
  realmId: number,
  ids?: readonly number[],
): Promise<Row<"custom_profile_field">[]> =>
  db
    .selectFrom("custom_profile_field")
    .selectAll()
    .where("realm_id", "=", realmId)
    .$if(ids !== undefined, (query) => query.where("id", "=", sql<number>`any(${ids}::int[])`))
    .orderBy("position")
    .orderBy("id")
    .execute();
