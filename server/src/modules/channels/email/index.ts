import type { Module } from "@parlance/kernel/http/module.ts";
import { showEmailAddress } from "./api/show.ts";
import type { ChannelEmailSettings } from "./channel-email-settings.ts";

/** Email addresses for posting to channels. */
export const channelEmailModule = (settings: ChannelEmailSettings): Module => ({
  name: "channel-email",
  section: "channels",
  floor: "channel-use",
  tables: ["channel_address"],
  endpoints: [showEmailAddress(settings)],
});
