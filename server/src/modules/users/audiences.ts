import type { Reader } from "#kernel/db/types.ts";
import { type Audience, toEveryone } from "#kernel/events/audience.ts";

/** Everybody who may know of this account: what happens to it is told to them alone. */
export async function thoseWhoSeeUser(
  _db: Reader,
  { realmId }: { realmId: number; userId: number },
): Promise<Audience> {
  return toEveryone(realmId);
}
