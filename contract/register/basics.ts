import { z } from "zod";
import { Draft } from "../entities/draft.ts";

/** The fields that come whatever was asked for. */
export const RegisterBasics = z.strictObject({
  queue_id: z.string().nullable().describe("Null for callers without an account, who get no events"),
  last_event_id: z.int().describe("Where to start fetching events"),
  service_feature_level: z.int(),
  service_version: z.string(),
  service_merge_base: z.string(),
  drafts: z.array(Draft).describe("Newest first, at most 1000"),
  max_reminder_note_length: z.int().describe("Characters"),
  max_bulk_new_subscription_messages: z.int().describe("Subscribing more users at once tells none of them"),
  receives_typing_notifications: z.boolean(),
});
export type RegisterBasics = z.infer<typeof RegisterBasics>;
