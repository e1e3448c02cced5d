// What this origin shows of notifications of the system.
import type { ShownNotice } from "./worker-messages.ts";

/** The lock of whatever's turn it is. */
export const NOTICES_LOCK = "parlance notices";

/**
 * Reads and changes notifications while nothing else here does.
 * Two messages of one conversation that came together would else each begin a notification of their own,
 * and a browser may forget what one shows while another lists them.
 */
export async function inTurn(act: () => Promise<unknown>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(NOTICES_LOCK, act) : act());
}

/** Closes the notifications whose messages are all read; returns the others. */
export async function closeRead(
  registration: ServiceWorkerRegistration,
  isRead: (id: number) => boolean,
): Promise<readonly Notification[]> {
  const shown = await registration.getNotifications();
  const staying = shown.filter((one) => !idsOf(one).every(isRead));
  for (const one of shown) if (!staying.includes(one)) one.close();
  return staying;
}

/** The messages that a notification tells of. */
export const idsOf = ({ data }: Notification): readonly number[] => (data as ShownNotice).ids;
