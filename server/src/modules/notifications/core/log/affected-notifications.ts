import type { RelevantEvent } from "./relevant-events.ts";
import type { NotificationKey } from "../actions/end-notifications.ts";

/** Effects of an event on existing notifications. */
export interface AffectedNotifications {
  /** Notifications whose messages were read. */
  readonly readKeys: readonly NotificationKey[];
  /** Users who have marked everything as read. */
  readonly allReadUserIds: readonly number[];
  /** Messages that may have been deleted, or become invisible to some users. */
  readonly messageIds: readonly number[];
  /** Users for whom some messages may have become invisible, or may now count as read. */
  readonly userIds: readonly number[];
}

/** Returns how one event affects the notifications of earlier messages. */
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
      // If the messages were moved to another channel, some users may not be able to read them there.
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
