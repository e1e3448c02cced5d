import type { State } from "@parlance/contract/state/index.ts";
import type { Place } from "../../routes/route.ts";
import { channelsById } from "./entities-by-id.ts";

/** Where this machine keeps which channel opens first. */
export const HOME_CHANNEL = "home-channel";

/** What opens first: a channel that this machine keeps, or else what the person's settings name. A channel that is gone does not. */
export function homeOf(state: State, channelId: number | null): Place {
  if (channelId !== null && channelsById(state).has(channelId)) return { kind: "channel", channelId, near: null };
  const view = state.user_settings?.web_home_view ?? "inbox";
  if (view === "recent_topics" || view === "recent") return { kind: "recent" };
  return view === "all_messages" ? { kind: "all", near: null } : { kind: "inbox" };
}
