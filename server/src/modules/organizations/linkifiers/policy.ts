import type { Linkifier } from "@parlance/contract/nouns/linkifiers.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { LinkifierNotFound, PatternInUse } from "./errors.ts";
import { loadLinkifiers } from "./queries.ts";

/**
 * Loads the organization's linkifiers, in their order, for a change of one of them. No other transaction changes any until
 * this one ends, so that patterns stay different, and events carry all linkifiers as they are.
 */
export async function lockLinkifiers(tx: Tx, realmId: number): Promise<Linkifier[]> {
  await lockRealm(tx, realmId);
  return loadLinkifiers(tx, realmId);
}

/** The same, apart: one of them, and the others. Throws LinkifierNotFound. */
export async function lockLinkifier(
  tx: Tx,
  realmId: number,
  id: number,
): Promise<{ linkifier: Linkifier; others: Linkifier[] }> {
  const all = await lockLinkifiers(tx, realmId);
  const linkifier = all.find((each) => each.id === id);
  if (!linkifier) throw new LinkifierNotFound();
  return { linkifier, others: all.filter((each) => each !== linkifier) };
}

/** Refuses a pattern that one of these has. Throws PatternInUse. */
export function assertPatternUnique(pattern: string, others: readonly Linkifier[]): void {
  if (!others.some((other) => other.pattern === pattern)) return;
  throw new PatternInUse();
}
