import type { Module } from "@parlance/kernel/http/module.ts";
import { showEmailAddress } from "./api/show.ts";
import type { ChannelEmailSettings } from "./channel-email-settings.ts";

/** Email addresses of channels. Emails to them are posted in the channel. */
export const channelEmailModule = (settings: ChannelEmailSettings): Module => ({
  name: "channel-email",
  section: "channels",
  floor: "channel-use",
  tables: ["channel_address"],
  endpoints: [showEmailAddress(settings)],
});
