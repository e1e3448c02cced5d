import type { State } from "@parlance/contract/state/index.ts";
import type { Route } from "../../routes/route.ts";
import { channelsById } from "./entities-by-id.ts";

/** Name under which the browser stores the channel that is this browser's home view. */
export const HOME_CHANNEL_KEY = "home-channel";

/**
 * Returns the route that opens first: the channel chosen in this browser, otherwise the view in the user's settings. A
 * channel that no longer exists is ignored.
 */
export function homeRoute(state: State, channelId: number | null): Route {
  if (channelId !== null && channelsById(state).has(channelId)) return { kind: "channel", channelId, near: null };
  const view = state.user_settings?.web_home_view ?? "inbox";
  if (view === "recent_topics" || view === "recent") return { kind: "page", path: ["recent"] };
  return view === "all_messages" ? { kind: "all", near: null } : { kind: "page", path: ["inbox"] };
}
