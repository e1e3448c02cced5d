import { z } from "zod";
import { CustomProfileField } from "../entities/custom-profile-field.ts";
import { RealmEmojiMap } from "../entities/emoji.ts";
import { LegacyLinkifier, Linkifier, Playground } from "../entities/linkifier.ts";
import { EventId } from "./event-id.ts";

// Each of these carries a whole list, which replaces the one a client has.

export const CustomProfileFieldsEvent = z.strictObject({
  id: EventId,
  type: z.literal("custom_profile_fields"),
  fields: z.array(CustomProfileField),
});

export const RealmEmojiEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_emoji"),
  op: z.literal("update"),
  realm_emoji: RealmEmojiMap,
});

export const LinkifiersEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_linkifiers"),
  realm_linkifiers: z.array(Linkifier),
});

export const LegacyLinkifiersEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_filters"),
  realm_filters: z.array(LegacyLinkifier),
});

export const PlaygroundsEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_playgrounds"),
  realm_playgrounds: z.array(Playground),
});
