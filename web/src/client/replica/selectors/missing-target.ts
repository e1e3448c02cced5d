import type { State } from "@parlance/contract/state/index.ts";
import type { Route } from "../../routes/route.ts";
import { channelsById, peopleById } from "./entities-by-id.ts";
import { directConversations } from "./channels/sidebar-conversations.ts";
import { directKey } from "./unread/unread.ts";

/**
 * Checks whether the user can see the channel or the users that a route leads to. Returns the kind of object that is
 * missing, or null.
 */
export function missingTarget(state: State, place: Route): "channel" | "person" | null {
  if (place.kind === "channel" || place.kind === "topic") {
    return channelsById(state).has(place.channelId) ? null : "channel";
  }
  if (place.kind !== "direct" || place.userIds.every((id) => peopleById(state).has(id))) return null;
  // A user who cannot see all users can still have conversations with users who are not visible to him or her.
  const key = directKey(place.userIds);
  return directConversations(state).some((ids) => directKey(ids) === key) ? null : "person";
}
