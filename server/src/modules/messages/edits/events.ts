import type { StoredUpdateEvent } from "#modules/messages/core/change-events.ts";
import { contentEditEventFields, type ContentEdit } from "#modules/messages/core/content-edit.ts";
import type { FlagsByUser } from "#modules/messages/read-state/flags/flags-by-user.ts";
import type { EditableMessage } from "./editable-message.ts";

/** An edit of a message's content. */
interface ContentEditDetails {
  readonly message: EditableMessage;
  readonly edit: ContentEdit;
  readonly userId: number;
  readonly now: Date;
  readonly readers: FlagsByUser;
}

/** Creates the event about an edit of a message's content, for users who have the message. */
export function contentEditEvent({ message, edit, userId, now, readers }: ContentEditDetails): StoredUpdateEvent {
  const { id, channel_id, channel_name } = message;
  return {
    type: "update_message",
    user_id: userId,
    rendering_only: false,
    message_id: id,
    message_ids: [id],
    edit_timestamp: Math.floor(now.getTime() / 1000),
    ...(channel_id !== null && { stream_id: channel_id, stream_name: channel_name ?? "" }),
    ...contentEditEventFields(edit),
    readers,
  };
}
