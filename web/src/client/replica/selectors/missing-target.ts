import type { State } from "@parlance/contract/state/index.ts";
import type { Route } from "../../routes/route.ts";
import { channelsById, peopleById } from "./entities-by-id.ts";
import { directConversations } from "./channels/sidebar-conversations.ts";
import { directKey } from "./unread/unread.ts";

/** Returns the kind of thing that a route names and that the user does not know of, or null if nothing is missing. */
export function missingTarget(state: State, place: Route): "channel" | "person" | null {
  if (place.kind === "channel" || place.kind === "topic") {
    return channelsById(state).has(place.channelId) ? null : "channel";
  }
  if (place.kind !== "direct" || place.userIds.every((id) => peopleById(state).has(id))) return null;
  // A user who may not see all users can have conversations with users who are not visible.
  const key = directKey(place.userIds);
  return directConversations(state).some((ids) => directKey(ids) === key) ? null : "person";
}
