import type { RelevantEvent } from "./relevant-events.ts";
import type { NotificationKey } from "../actions/end-notifications.ts";

/** What a stretch of the log says of notices that there are already. */
export interface AffectedNotifications {
  /** What was read. */
  readonly readKeys: readonly NotificationKey[];
  /** Whose everything was read. */
  readonly allReadUserIds: readonly number[];
  /** What may be gone, or out of somebody's sight. */
  readonly messageIds: readonly number[];
  /** For whom something may be out of sight, or count as read. */
  readonly userIds: readonly number[];
}

/** What one event says of notices of messages that came before it. */
export function affectedNotifications({ payload, audience }: RelevantEvent): AffectedNotifications {
  const users = audience.users ?? [];
  switch (payload.type) {
    case "update_message_flags": {
      if (payload.op !== "add" || payload.flag !== "read") return noNotifications;
      if (payload.all) return { ...noNotifications, allReadUserIds: users };
      const readKeys = users.flatMap((userId) => payload.messages.map((messageId) => ({ userId, messageId })));
      return { ...noNotifications, readKeys };
    }
    case "delete_message":
      return { ...noNotifications, messageIds: payload.message_ids };
    case "update_message":
      // Moved to where not everybody may follow it.
      return payload.new_stream_id === undefined
        ? noNotifications
        : { ...noNotifications, messageIds: payload.message_ids };
    case "channel_access":
      return { ...noNotifications, userIds: payload.remove };
    case "realm_user":
      return payload.person?.is_active === false
        ? { ...noNotifications, userIds: [payload.person.user_id] }
        : noNotifications;
    case "muted_users":
      return { ...noNotifications, userIds: users };
    case "message":
      return noNotifications;
  }
}

const noNotifications: AffectedNotifications = { readKeys: [], allReadUserIds: [], messageIds: [], userIds: [] };
