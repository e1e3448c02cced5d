import { defineError } from "@parlance/kernel/base/errors.ts";

export const TopicNotMuted = defineError({ text: "Topic is not muted" });
export const ChannelNotNamed = defineError({ text: "Please supply 'stream'." });
export const ChannelNamedTwice = defineError({ text: "Please choose one: 'stream' or 'stream_id'." });
