import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";
import type { StoredFlagsEvent } from "#modules/messages/read-state/events.ts";
import type { StoredDeleteEvent, StoredUpdateEvent } from "#modules/messages/core/change-events.ts";
import type { StoredMessageEvent } from "#modules/messages/send/events.ts";

/** Users were subscribed to a channel or unsubscribed from it. */
interface AccessEvent {
  readonly type: "channel_access";
  readonly remove: readonly number[];
}

interface UserEvent {
  readonly type: "realm_user";
  readonly person?: { readonly user_id: number; readonly is_active?: boolean };
}

/** A user has muted or unmuted users. Messages from muted users count as read. */
interface MutesEvent {
  readonly type: "muted_users";
}

type RelevantPayload =
  | StoredMessageEvent
  | StoredUpdateEvent
  | StoredDeleteEvent
  | StoredFlagsEvent
  | AccessEvent
  | UserEvent
  | MutesEvent;

const RELEVANT_TYPES: readonly RelevantPayload["type"][] = [
  "message",
  "update_message",
  "delete_message",
  "update_message_flags",
  "channel_access",
  "realm_user",
  "muted_users",
];

/** Whether an event can affect notifications. */
export const isRelevantEvent = ({ type }: { readonly type: string }): boolean =>
  (RELEVANT_TYPES as readonly string[]).includes(type);

/** An event that can affect notifications. */
export interface RelevantEvent {
  readonly id: number;
  readonly audience: Audience;
  readonly payload: RelevantPayload;
}

/** Reads the relevant events of an organization after `after` and up to `upTo`, in order, at most `limit`. */
export async function readRelevantEvents(
  db: Reader,
  { realmId, after, upTo, limit }: { realmId: number; after: number; upTo: number; limit: number },
): Promise<RelevantEvent[]> {
  const rows = await db
    .selectFrom("event")
    .select(["id", "audience", "payload"])
    .where("realm_id", "=", realmId)
    .where("id", ">", after)
    .where("id", "<=", upTo)
    .where("type", "=", sql<string>`any(${RELEVANT_TYPES}::text[])`)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, audience, payload }) => ({
    id,
    audience: audience as Audience,
    payload: payload as RelevantPayload,
  }));
}
