import { defineError } from "@parlance/kernel/base/errors.ts";

export const MissingTo = defineError({ text: "Missing 'to' argument" });
export const EmptyTo = defineError({ text: "Empty 'to' list" });
export const MissingChannelId = defineError({ text: "Missing channel ID" });
export const MissingTopic = defineError({ text: "Missing topic" });

// Typing notifications that the user has disabled.
export const DirectTypingDisabled = defineError({
  text: "User has disabled typing notifications for direct messages",
});
export const ChannelTypingDisabled = defineError({
  text: "User has disabled typing notifications for stream messages",
});

/** Errors that can prevent sending a typing notification. */
export const typingErrors = [
  MissingTo,
  EmptyTo,
  MissingChannelId,
  MissingTopic,
  DirectTypingDisabled,
  ChannelTypingDisabled,
] as const;
