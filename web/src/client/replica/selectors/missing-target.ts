import type { State } from "@parlance/contract/state/index.ts";
import type { Route } from "../../routes/route.ts";
import { channelsById, peopleById } from "./entities-by-id.ts";
import { directConversations } from "./channels/sidebar-conversations.ts";
import { directKey } from "./unread/unread.ts";

/** What a place names that the reader knows nothing of; null: nothing is missing. */
export function missingTarget(state: State, place: Route): "channel" | "person" | null {
  if (place.kind === "channel" || place.kind === "topic") {
    return channelsById(state).has(place.channelId) ? null : "channel";
  }
  if (place.kind !== "direct" || place.userIds.every((id) => peopleById(state).has(id))) return null;
  // Who may not see everybody has conversations with people whom they do not see.
  const key = directKey(place.userIds);
  return directConversations(state).some((ids) => directKey(ids) === key) ? null : "person";
}
