import { markRead, markUnread, markUnreadFrom } from "../../../../client/actions/messages/mark-read.ts";
import type { Client } from "../../../../client/connection/client.ts";
import { conversationRoute } from "../../../../client/routes/route.ts";
import type { KnownMessage } from "../../../../client/replica/messages/messages.ts";
import { messageDestination } from "../../../../client/replica/selectors/message-destination.ts";
import { unreadIdsInRoute } from "../../../../client/replica/selectors/unread/unread-ids.ts";
import { showToast } from "../../../../base/ui/overlays/toasts.tsx";
import { words } from "../../../../base/words/index.ts";
import { checkOutcome } from "../../../../hooks/check-outcome.ts";

/**
 * Marks messages as read at the user's request, and shows a toast with a button to undo this. Without messages, the
 * toast only says that none is unread.
 */
export async function markReadWithUndo(client: Client, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return showToast({ text: words.messageList.nothingUnread });
  const marking = markRead(client, ids);
  const undo = () => void marking.then(() => markUnread(client, ids)).then(checkOutcome);
  showToast({ text: words.messageList.markedRead(ids.length), action: { text: words.ui.undo, run: undo } });
  checkOutcome(await marking);
}

/** Returns the ids of the unread messages in the conversation of a message. */
const conversationUnreadIds = ({ state, me }: Client, message: KnownMessage): readonly number[] =>
  unreadIdsInRoute(state.get(), conversationRoute(messageDestination(message, me)));

/** Marks a message and the messages before it in its conversation as read. */
export const markReadUpTo = (client: Client, message: KnownMessage): Promise<void> =>
  markReadWithUndo(
    client,
    conversationUnreadIds(client, message).filter((id) => id <= message.id),
  );

/**
 * Marks a message and the messages after it in its conversation as unread, and shows a toast with a button to undo
 * this.
 */
export async function markUnreadFromWithUndo(client: Client, message: KnownMessage): Promise<void> {
  const before = new Set(conversationUnreadIds(client, message));
  if (!checkOutcome(await markUnreadFrom(client, message))) return;
  const undo = () => {
    const ids = conversationUnreadIds(client, message).filter((id) => id >= message.id && !before.has(id));
    if (ids.length > 0) void markRead(client, ids).then(checkOutcome);
  };
  showToast({ text: words.messageList.markedUnread, action: { text: words.ui.undo, run: undo } });
}
