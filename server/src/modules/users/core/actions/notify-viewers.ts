import type { Tx } from "@parlance/kernel/db/types.ts";
import { type Audience, toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit, emitLast, type StoredEvent } from "@parlance/kernel/events/event-log.ts";
import { guestsWhoCanSee, type ViewedUser } from "../visibility/user-visibility.ts";

/**
 * Emits events about an account to exactly those users who can see it. The audience is determined at the end of the
 * transaction, because the transaction may still change who can see the account.
 */
export function notifyViewers(tx: Tx, subject: ViewedUser, ...events: readonly StoredEvent[]): void {
  emitLast(tx, subject.realmId, async () => {
    const audience = await viewersOf(tx, subject);
    for (const event of events) emit(tx, audience, event);
  });
}

async function viewersOf(tx: Tx, subject: ViewedUser): Promise<Audience> {
  const { realmId } = subject;
  const guests = await guestsWhoCanSee(tx, subject);
  return guests === null ? toEveryone(realmId) : { realmId, members: true, users: guests };
}
