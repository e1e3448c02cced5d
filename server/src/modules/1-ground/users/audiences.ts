import type { Reader } from "#kernel/db/types.ts";
import { type Audience, toEveryone } from "#kernel/events/audience.ts";
import { guestsWhoSee } from "./sight.ts";

/** Everybody who may know of this account: what happens to it is told to them alone. One query. */
export async function thoseWhoSeeUser(
  db: Reader,
  { realmId, userId }: { realmId: number; userId: number },
): Promise<Audience> {
  const guests = await guestsWhoSee(db, realmId, userId);
  return guests === null ? toEveryone(realmId) : { realmId, members: true, users: guests };
}
