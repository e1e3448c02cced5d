import type { Linkifier } from "@parlance/contract/nouns/linkifiers.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { LinkifierNotFound, PatternInUse } from "./errors.ts";
import { loadLinkifiers } from "./queries.ts";

/**
 * Locks the organization's linkifiers until the transaction ends, and loads them in their order. Call this before
 * changing any of them, so that patterns stay unique and events contain all current linkifiers.
 */
export async function lockLinkifiers(tx: Tx, realmId: number): Promise<Linkifier[]> {
  await lockRealm(tx, realmId);
  return loadLinkifiers(tx, realmId);
}

/**
 * Locks the organization's linkifiers until the transaction ends. Returns the one with this id, and separately all
 * others. Throws LinkifierNotFound.
 */
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

/** Throws PatternInUse if another linkifier has the same pattern. */
export function assertPatternUnique(pattern: string, others: readonly Linkifier[]): void {
  if (!others.some((other) => other.pattern === pattern)) return;
  throw new PatternInUse();
}
