import { defineError } from "@parlance/kernel/base/errors.ts";

export const InvalidMessages = defineError({ text: "Invalid message(s)" });

// Errors in a message's content or topic.
export const EmptyMessage = defineError({ text: "Message must not be empty" });
export const NullBytes = defineError({ text: "Message must not contain null bytes" });
export const InvalidTopicCharacter = defineError({
  text: ({ position }: { position: number }) => `Invalid character in topic, at position ${position}!`,
});
