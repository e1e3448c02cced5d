import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Lists the organization's playgrounds (websites that can run code blocks), in the order in which they were added. */
export const listPlaygrounds = (db: Reader, realmId: number): Promise<Playground[]> =>
  db
    .selectFrom("playground")
    .select(["id", "name", "language as pygments_language", "url_template"])
    .where("realm_id", "=", realmId)
    .orderBy("id")
    .execute();
