import { z } from "zod";
import { defineError } from "#kernel/errors.ts";

export const InvalidStatus = defineError({
  text: ({ status }) => `Invalid status: ${status}`,
  fields: z.object({ status: z.string() }),
});
export const BotsHaveNoPresence = defineError({ text: "Presence is not supported for bot users." });
export const NoPresenceData = defineError({
  text: ({ user }) => `No presence data for ${user}`,
  fields: z.object({ user: z.string().describe("As the caller named them") }),
});
