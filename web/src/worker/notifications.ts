// Shows and closes the notifications for push messages, which arrive even while no page of the client is open.
import { worker } from "../base/words/en/worker.ts";
import type { PushedNotification, NotificationData } from "./worker-messages.ts";

/** Name of the lock that prevents concurrent access to notifications. */
export const NOTIFICATIONS_LOCK = "parlance notices";

/**
 * Runs `act` while no other call reads or changes notifications. Without the lock, two messages of a conversation that
 * arrive at the same time would each create a notification. In addition, some browsers lose a notification that is
 * shown while another call lists the notifications.
 */
async function withNotificationsLock(act: () => Promise<unknown>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(NOTIFICATIONS_LOCK, act) : act());
}

/** Closes the notifications whose messages have all been read. Returns the remaining notifications. */
async function closeReadNotifications(
  registration: ServiceWorkerRegistration,
  isRead: (id: number) => boolean,
): Promise<readonly Notification[]> {
  const shown = await registration.getNotifications();
  const staying = shown.filter((one) => !messageIds(one).every(isRead));
  for (const one of shown) if (!staying.includes(one)) one.close();
  return staying;
}

/** Returns the ids of the messages that a notification shows. */
const messageIds = ({ data }: Notification): readonly number[] => (data as NotificationData).ids;

const ICON = "/icons/192.png";
const BADGE = "/icons/badge.png";

/** Adds a message to its conversation's notification, or creates one. Closes those whose messages were read. */
export const showNotification = async (
  registration: ServiceWorkerRegistration,
  notice: PushedNotification,
): Promise<void> =>
  withNotificationsLock(async () => {
    const gone = new Set(notice.read_ids);
    const staying = await closeReadNotifications(registration, (id) => gone.has(id));
    await showInConversation(registration, notice, staying);
  });

/** Closes the notifications of messages that have been read. */
export async function closeNotifications(
  registration: ServiceWorkerRegistration,
  ids: readonly number[],
): Promise<void> {
  const read = new Set(ids);
  await withNotificationsLock(async () => closeReadNotifications(registration, (id) => read.has(id)));
}

/**
 * Closes notifications, such as those shown while no page was open, if their messages have been read since. A message
 * counts as read if its id is at most `newest` and is not in `unread`.
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
  // Each new notification has a new tag. Closing a notification may also close one with the same tag that is shown
  // shortly afterwards.
  const tag = shown?.tag ?? `${conversationUrl(url)} ${id}`;
  const data: NotificationData = { ids, url };
  const options: Options = {
    body,
    tag,
    data,
    icon: ICON,
    badge: BADGE,
    // The notification alerts the user again for each new message, but not if the same message is received twice.
    renotify: !before.includes(id),
    timestamp: time * 1000,
    actions: [{ action: "read", title: worker.markRead }],
  };
  await registration.showNotification(ids.length > 1 ? `${title} (${ids.length})` : title, options);
}

/** Options that some browsers do not support. These browsers ignore them. */
interface Options extends NotificationOptions {
  readonly renotify: boolean;
  readonly timestamp: number;
  readonly actions: readonly { readonly action: string; readonly title: string }[];
}

const isOfConversation = ({ data }: Notification, conversation: string): boolean =>
  conversationUrl((data as NotificationData).url) === conversation;

/**
 * Returns the URL of the conversation that a message belongs to. The messages of a conversation share one notification.
 */
const conversationUrl = (url: string): string => url.replace(/\/near\/\d+$/, "");
