import { defineError } from "@parlance/kernel/base/errors.ts";

export const MissingTo = defineError({ text: "Missing 'to' argument" });
export const EmptyTo = defineError({ text: "Empty 'to' list" });
export const MissingChannelId = defineError({ text: "Missing channel ID" });
export const MissingTopic = defineError({ text: "Missing topic" });

// Errors because the user has disabled sending typing notifications.
export const DirectTypingDisabled = defineError({
  text: "User has disabled typing notifications for direct messages",
});
export const ChannelTypingDisabled = defineError({
  text: "User has disabled typing notifications for stream messages",
});

/** Errors that can occur when a client reports that its user is typing. */
export const typingErrors = [
  MissingTo,
  EmptyTo,
  MissingChannelId,
  MissingTopic,
  DirectTypingDisabled,
  ChannelTypingDisabled,
] as const;
