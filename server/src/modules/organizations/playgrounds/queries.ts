import { sql } from "kysely";
import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";

/**
 * Lists the organization's playgrounds (websites that can run code blocks), in the order in which they were added. With
 * `ids`, only these playgrounds.
 */
export const listPlaygrounds = (db: Reader, realmId: number, ids?: readonly number[]): Promise<Playground[]> =>
  db
    .selectFrom("playground")
    .select(["id", "name", "language as pygments_language", "url_template"])
    .where("realm_id", "=", realmId)
    .$if(ids !== undefined, (query) => query.where("id", "=", sql<number>`any(${ids}::int[])`))
    .orderBy("id")
    .execute();
