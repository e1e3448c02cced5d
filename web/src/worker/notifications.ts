// What the server tells of while no page of the client is open.
import { worker } from "../base/words/en/worker.ts";
import type { PushedNotice, ShownNotice } from "./worker-messages.ts";
import { closeRead, idsOf, inTurn } from "./shown.ts";

const ICON = "/icons/192.png";
const BADGE = "/icons/badge.png";

/** Shows a message, together with those of its conversation that are shown already. */
export const show = async (registration: ServiceWorkerRegistration, notice: PushedNotice): Promise<void> =>
  inTurn(async () => {
    const gone = new Set(notice.read_ids);
    const staying = await closeRead(registration, (id) => gone.has(id));
    await join(registration, notice, staying);
  });

/** Takes back what was read elsewhere. */
export async function takeBack(registration: ServiceWorkerRegistration, ids: readonly number[]): Promise<void> {
  const read = new Set(ids);
  await inTurn(async () => closeRead(registration, (id) => read.has(id)));
}

/** Takes back what was shown while no page was open, and has been read since: messages up to `newest` that are not unread. */
export async function takeBackRead(
  registration: ServiceWorkerRegistration,
  { unread, newest }: { readonly unread: readonly number[]; readonly newest: number },
): Promise<void> {
  const isUnread = new Set(unread);
  await inTurn(async () => closeRead(registration, (id) => id <= newest && !isUnread.has(id)));
}

async function join(
  registration: ServiceWorkerRegistration,
  notice: PushedNotice,
  others: readonly Notification[],
): Promise<void> {
  const { title, body, url, message_id: id, time, read_ids: gone = [] } = notice;
  const shown = others.find((one) => isOf(one, conversationOf(url)));
  const before = shown ? idsOf(shown).filter((one) => !gone.includes(one)) : [];
  const ids = [...new Set([...before, id])];
  // One that was closed may take another with it that has its tag and is shown soon after.
  const tag = shown?.tag ?? `${conversationOf(url)} ${id}`;
  const data: ShownNotice = { ids, url };
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

const isOf = ({ data }: Notification, conversation: string): boolean =>
  conversationOf((data as ShownNotice).url) === conversation;

/** The conversation of a message's address: all its messages share one notification. */
const conversationOf = (url: string): string => url.replace(/\/near\/\d+$/, "");
