import type { News } from "./relevant-events.ts";
import type { NoticeKey } from "../actions/end-notifications.ts";

/** What a stretch of the log says of notices that there are already. */
export interface Reading {
  /** What was read. */
  readonly read: readonly NoticeKey[];
  /** Whose everything was read. */
  readonly readAll: readonly number[];
  /** What may be gone, or out of somebody's sight. */
  readonly messageIds: readonly number[];
  /** For whom something may be out of sight, or count as read. */
  readonly userIds: readonly number[];
}

/** What one event says of notices of messages that came before it. */
export function readingOf({ event, audience }: News): Reading {
  const users = audience.users ?? [];
  switch (event.type) {
    case "update_message_flags": {
      if (event.op !== "add" || event.flag !== "read") return nothing;
      if (event.all) return { ...nothing, readAll: users };
      const read = users.flatMap((userId) => event.messages.map((messageId) => ({ userId, messageId })));
      return { ...nothing, read };
    }
    case "delete_message":
      return { ...nothing, messageIds: event.message_ids };
    case "update_message":
      // Moved to where not everybody may follow it.
      return event.new_stream_id === undefined ? nothing : { ...nothing, messageIds: event.message_ids };
    case "channel_access":
      return { ...nothing, userIds: event.remove };
    case "realm_user":
      return event.person?.is_active === false ? { ...nothing, userIds: [event.person.user_id] } : nothing;
    case "muted_users":
      return { ...nothing, userIds: users };
    case "message":
      return nothing;
  }
}

const nothing: Reading = { read: [], readAll: [], messageIds: [], userIds: [] };
