import { z } from "zod";
import { peopleGates } from "@parlance/contract/register/people.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import type { Slice } from "#kernel/http/module.ts";
import { presentUserGroups } from "./presentation.ts";

/** The groups of the organization; deactivated ones only for clients that can tell them apart. */
export const userGroupsSlice: Slice = {
  types: ["realm_user_groups"],
  response: z.strictObject(peopleGates.realm_user_groups),
  async fetch(db, { realm, capabilities }) {
    const rows = await namedGroups(db, realm.id, {
      deactivatedToo: capabilities["include_deactivated_groups"] === true,
    });
    return { realm_user_groups: await presentUserGroups(db, realm.id, rows) };
  },
};

function namedGroups(
  db: Reader,
  realmId: number,
  { deactivatedToo }: { deactivatedToo: boolean },
): Promise<Row<"user_group">[]> {
  let query = db.selectFrom("user_group").selectAll().where("realm_id", "=", realmId).where("name_key", "is not", null);
  if (!deactivatedToo) query = query.where("is_deactivated", "=", false);
  return query.orderBy("id").execute();
}
