import type { RelevantEvent } from "./relevant-events.ts";
import type { NotificationKey } from "../actions/end-notifications.ts";

/** Changes in a batch of the log that affect existing notifications. */
export interface AffectedNotifications {
  /** Notifications whose messages were read. */
  readonly readKeys: readonly NotificationKey[];
  /** Users who have marked everything as read. */
  readonly allReadUserIds: readonly number[];
  /** Messages that may be deleted, or no longer visible to some users. */
  readonly messageIds: readonly number[];
  /** Users for whom some messages may no longer be visible, or may count as read. */
  readonly userIds: readonly number[];
}

/** Returns the effect of one event on notifications of earlier messages. */
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
      // The messages were moved to a channel that not all of their users can read.
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
