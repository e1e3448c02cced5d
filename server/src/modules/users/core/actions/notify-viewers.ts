import type { Tx } from "@parlance/kernel/db/types.ts";
import { type Audience, toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit, emitLast, type StoredEvent } from "@parlance/kernel/events/event-log.ts";
import { guestsWhoCanSee, type ViewedUser } from "../visibility/user-visibility.ts";

/**
 * Announces what happens to an account to those who may know of it, and to nobody else: to those who do once the transaction
 * has done all else, as others come to know of people, or become guests, in the meantime.
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
