import { sql } from "kysely";
import type { Playground } from "@parlance/contract/nouns/playgrounds.ts";
import type { Tx } from "#kernel/db/types.ts";
import { playgroundsOf } from "./queries.ts";

/** Loads the organization's playgrounds for a change; no other transaction changes any until this one ends. */
export async function lockPlaygrounds(tx: Tx, realmId: number): Promise<Playground[]> {
  await sql`select from realm where id = ${realmId} for no key update`.execute(tx);
  return playgroundsOf(tx, realmId);
}
