import type { State } from "@parlance/contract/state/index.ts";
import type { Route } from "../../routes/route.ts";
import { channelsById } from "./entities-by-id.ts";

/** Where this machine keeps which channel opens first. */
export const HOME_CHANNEL_KEY = "home-channel";

/** What opens first: a channel that this machine keeps, or else what the person's settings name. A channel that is gone does not. */
export function homeRoute(state: State, channelId: number | null): Route {
  if (channelId !== null && channelsById(state).has(channelId)) return { kind: "channel", channelId, near: null };
  const view = state.user_settings?.web_home_view ?? "inbox";
  if (view === "recent_topics" || view === "recent") return { kind: "page", path: ["recent"] };
  return view === "all_messages" ? { kind: "all", near: null } : { kind: "page", path: ["inbox"] };
}
