import { markRead, markUnread, markUnreadFrom } from "../../../../client/actions/messages/mark-read.ts";
import type { Client } from "../../../../client/connection/client.ts";
import { placeOf } from "../../../../client/routes/route.ts";
import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";
import { destinationOf } from "../../../../client/replica/selectors/message-destination.ts";
import { unreadIdsOf } from "../../../../client/replica/selectors/unread/unread-ids.ts";
import { say } from "../../../../base/ui/overlays/toasts.tsx";
import { words } from "../../../../base/words/index.ts";
import { told } from "../../../../hooks/check-outcome.ts";

/** Marks messages as read because somebody asked for it, and lets them take it back. */
export async function readThese(client: Client, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return say({ text: words.list.nothingUnread });
  const marking = markRead(client, ids);
  const undo = () => void marking.then(() => markUnread(client, ids)).then(told);
  say({ text: words.list.markedRead(ids.length), action: { text: words.ui.undo, run: undo } });
  told(await marking);
}

/** What is unread in a message's conversation. */
const unreadAround = ({ state, me }: Client, message: KnownMessage): readonly number[] =>
  unreadIdsOf(state.get(), placeOf(destinationOf(message, me)));

/** Marks a message as read, and what comes before it in its conversation. */
export const readUpTo = (client: Client, message: KnownMessage): Promise<void> =>
  readThese(
    client,
    unreadAround(client, message).filter((id) => id <= message.id),
  );

/** Marks a message as unread, and what comes after it in its conversation, and lets the person take it back. */
export async function unreadFrom(client: Client, message: KnownMessage): Promise<void> {
  const before = new Set(unreadAround(client, message));
  if (!told(await markUnreadFrom(client, message))) return;
  const undo = () => {
    const ids = unreadAround(client, message).filter((id) => id >= message.id && !before.has(id));
    if (ids.length > 0) void markRead(client, ids).then(told);
  };
  say({ text: words.list.markedUnread, action: { text: words.ui.undo, run: undo } });
}
