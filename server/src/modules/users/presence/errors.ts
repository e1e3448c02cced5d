import { defineError } from "@parlance/kernel/base/errors.ts";

export const InvalidStatus = defineError({
  text: ({ status }: { status: string }) => `Invalid status: ${status}`,
});
export const BotsHaveNoPresence = defineError({ text: "Presence is not supported for bot users." });
export const NoPresenceData = defineError({
  text: ({ user }: { user: string }) => `No presence data for ${user}`,
});
