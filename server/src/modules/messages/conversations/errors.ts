import { defineError } from "@parlance/kernel/base/errors.ts";

export const InvalidMessages = defineError({ text: "Invalid message(s)" });

// What was written.
export const EmptyMessage = defineError({ text: "Message must not be empty" });
export const NullBytes = defineError({ text: "Message must not contain null bytes" });
export const InvalidTopicCharacter = defineError({
  text: ({ position }: { position: number }) => `Invalid character in topic, at position ${position}!`,
});
