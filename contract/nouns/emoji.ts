import { z } from "zod";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

/** A custom emoji of the organization. */
export const RealmEmoji = z.strictObject({
  id: z.string(),
  name: z.string(),
  source_url: z.string(),
  still_url: z.string().nullable().describe("URL of a still frame of an animated emoji; null for all others."),
  deactivated: z.boolean().describe("Whether the emoji is retired: existing messages show it, new ones cannot use it."),
  author_id: z.int().nullable(),
});
export type RealmEmoji = z.infer<typeof RealmEmoji>;

export const RealmEmojiMap = z.record(z.string(), RealmEmoji).describe("By emoji id.");
export type RealmEmojiMap = z.infer<typeof RealmEmojiMap>;

export const RealmEmojiEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_emoji"),
  op: z.literal("update"),
  realm_emoji: RealmEmojiMap,
});

/** The organization's custom emoji. */
export const emojiNoun = noun({
  events: [RealmEmojiEvent],
  snapshot: { realm_emoji: { realm_emoji: RealmEmojiMap } },
  reducers: { realm_emoji: (state, event) => updateField(state, "realm_emoji", () => event.realm_emoji) },
});
