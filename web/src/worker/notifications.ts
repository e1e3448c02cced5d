// What the server tells of while no page of the client is open.
import { worker } from "../base/words/en/worker.ts";
import type { PushedNotification, NotificationData } from "./worker-messages.ts";

// What this origin shows of notifications of the system.
/** The lock of whatever's turn it is. */
export const NOTIFICATIONS_LOCK = "parlance notices";

/**
 * Reads and changes notifications while nothing else here does.
 * Two messages of one conversation that came together would else each begin a notification of their own,
 * and a browser may forget what one shows while another lists them.
 */
async function withNotificationsLock(act: () => Promise<unknown>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(NOTIFICATIONS_LOCK, act) : act());
}

/** Closes the notifications whose messages are all read; returns the others. */
async function closeReadNotifications(
  registration: ServiceWorkerRegistration,
  isRead: (id: number) => boolean,
): Promise<readonly Notification[]> {
  const shown = await registration.getNotifications();
  const staying = shown.filter((one) => !messageIds(one).every(isRead));
  for (const one of shown) if (!staying.includes(one)) one.close();
  return staying;
}

/** The messages that a notification tells of. */
const messageIds = ({ data }: Notification): readonly number[] => (data as NotificationData).ids;

const ICON = "/icons/192.png";
const BADGE = "/icons/badge.png";

/** Shows a message, together with those of its conversation that are shown already. */
export const showNotification = async (
  registration: ServiceWorkerRegistration,
  notice: PushedNotification,
): Promise<void> =>
  withNotificationsLock(async () => {
    const gone = new Set(notice.read_ids);
    const staying = await closeReadNotifications(registration, (id) => gone.has(id));
    await showInConversation(registration, notice, staying);
  });

/** Takes back what was read elsewhere. */
export async function closeNotifications(
  registration: ServiceWorkerRegistration,
  ids: readonly number[],
): Promise<void> {
  const read = new Set(ids);
  await withNotificationsLock(async () => closeReadNotifications(registration, (id) => read.has(id)));
}

/** Takes back what was shown while no page was open, and has been read since: messages up to `newest` that are not unread. */
export async function closeReadNotificationsUpTo(
  registration: ServiceWorkerRegistration,
  { unread, newest }: { readonly unread: readonly number[]; readonly newest: number },
): Promise<void> {
  const isUnread = new Set(unread);
  await withNotificationsLock(async () =>
    closeReadNotifications(registration, (id) => id <= newest && !isUnread.has(id)),
  );
}

async function showInConversation(
  registration: ServiceWorkerRegistration,
  notice: PushedNotification,
  others: readonly Notification[],
): Promise<void> {
  const { title, body, url, message_id: id, time, read_ids: gone = [] } = notice;
  const shown = others.find((one) => isOfConversation(one, conversationUrl(url)));
  const before = shown ? messageIds(shown).filter((one) => !gone.includes(one)) : [];
  const ids = [...new Set([...before, id])];
  // One that was closed may take another with it that has its tag and is shown soon after.
  const tag = shown?.tag ?? `${conversationUrl(url)} ${id}`;
  const data: NotificationData = { ids, url };
  const options: Options = {
    body,
    tag,
    data,
    icon: ICON,
    badge: BADGE,
    // What is new in a conversation rings again, and a message that came twice does not.
    renotify: !before.includes(id),
    timestamp: time * 1000,
    actions: [{ action: "read", title: worker.markRead }],
  };
  await registration.showNotification(ids.length > 1 ? `${title} (${ids.length})` : title, options);
}

/** What not every browser knows is left out by it. */
interface Options extends NotificationOptions {
  readonly renotify: boolean;
  readonly timestamp: number;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

const isOfConversation = ({ data }: Notification, conversation: string): boolean =>
  conversationUrl((data as NotificationData).url) === conversation;

/** The conversation of a message's address: all its messages share one notification. */
const conversationUrl = (url: string): string => url.replace(/\/near\/\d+$/, "");
