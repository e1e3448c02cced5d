import { sql, type RawBuilder } from "kysely";
import type { Linkifier } from "@parlance/contract/nouns/linkifiers.ts";
import type { Reader } from "#kernel/db/types.ts";

/** The organization's linkifiers, in their order. */
export const linkifiersOf = (db: Reader, realmId: number): Promise<Linkifier[]> =>
  db
    .selectFrom("linkifier")
    .select(["id", "pattern", "url_template"])
    .where("realm_id", "=", realmId)
    .orderBy("position")
    .orderBy("id")
    .execute();

/** The same as JSON, in SQL, for a query that fetches more than this: a list of `LinkifierSource`, or null. */
export const linkifiersAsJson = (realmId: number): RawBuilder<unknown> => sql`
  select json_agg(json_build_object('pattern', pattern, 'url_template', url_template) order by position, id)
  from linkifier where realm_id = ${realmId}`;
