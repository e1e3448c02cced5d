// Push notifications that are received while no page of the client is open.
import { worker } from "../base/words/en/worker.ts";
import type { PushedNotification, NotificationData } from "./worker-messages.ts";

// The desktop notifications of this origin.
/** Name of the lock that serializes access to notifications. */
export const NOTIFICATIONS_LOCK = "parlance notices";

/**
 * Reads and changes notifications without concurrent access. Otherwise, two messages of a conversation received at the
 * same time would each create a notification, and a browser may lose a notification that is shown while another call
 * lists them.
 */
async function withNotificationsLock(act: () => Promise<unknown>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(NOTIFICATIONS_LOCK, act) : act());
}

/** Closes the notifications whose messages are all read. Returns the others. */
async function closeReadNotifications(
  registration: ServiceWorkerRegistration,
  isRead: (id: number) => boolean,
): Promise<readonly Notification[]> {
  const shown = await registration.getNotifications();
  const staying = shown.filter((one) => !messageIds(one).every(isRead));
  for (const one of shown) if (!staying.includes(one)) one.close();
  return staying;
}

/** Returns the messages of a notification. */
const messageIds = ({ data }: Notification): readonly number[] => (data as NotificationData).ids;

const ICON = "/icons/192.png";
const BADGE = "/icons/badge.png";

/** Shows a message in the notification of its conversation, together with the messages already shown there. */
export const showNotification = async (
  registration: ServiceWorkerRegistration,
  notice: PushedNotification,
): Promise<void> =>
  withNotificationsLock(async () => {
    const gone = new Set(notice.read_ids);
    const staying = await closeReadNotifications(registration, (id) => gone.has(id));
    await showInConversation(registration, notice, staying);
  });

/** Closes the notifications of messages that were read elsewhere. */
export async function closeNotifications(
  registration: ServiceWorkerRegistration,
  ids: readonly number[],
): Promise<void> {
  const read = new Set(ids);
  await withNotificationsLock(async () => closeReadNotifications(registration, (id) => read.has(id)));
}

/**
 * Closes notifications that were shown while no page was open and whose messages have been read since: messages up to
 * `newest` that are not unread.
 */
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
  // Not reused after closing: closing a notification may also close another with the same tag that is shown shortly
  // after.
  const tag = shown?.tag ?? `${conversationUrl(url)} ${id}`;
  const data: NotificationData = { ids, url };
  const options: Options = {
    body,
    tag,
    data,
    icon: ICON,
    badge: BADGE,
    // A new message of a conversation alerts again, but a message received twice does not.
    renotify: !before.includes(id),
    timestamp: time * 1000,
    actions: [{ action: "read", title: worker.markRead }],
  };
  await registration.showNotification(ids.length > 1 ? `${title} (${ids.length})` : title, options);
}

/** Options that not every browser supports. Unsupported ones are ignored. */
interface Options extends NotificationOptions {
  readonly renotify: boolean;
  readonly timestamp: number;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

const isOfConversation = ({ data }: Notification, conversation: string): boolean =>
  conversationUrl((data as NotificationData).url) === conversation;

/** Returns the URL of a message's conversation, whose messages share one notification. */
const conversationUrl = (url: string): string => url.replace(/\/near\/\d+$/, "");
