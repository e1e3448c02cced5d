import type { Reader } from "#kernel/db/types.ts";
import type { Person } from "#modules/channels/access.ts";
import { loadPlacedFacts } from "#modules/read-state/personal-facts.ts";
import { InvalidMessages } from "./errors.ts";

/** Throws InvalidMessages unless the user may read the message: one that does not exist is no different. */
export async function mustReadMessage(db: Reader, user: Person, id: number): Promise<void> {
  const [facts] = await loadPlacedFacts(db, user, [id]);
  if (!facts?.is_readable) throw new InvalidMessages();
}
