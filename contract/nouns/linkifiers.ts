import { z } from "zod";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

/** A rule that turns text matching a pattern into links. */
export const Linkifier = z.strictObject({
  id: z.int(),
  pattern: z.string().describe("Regular expression with named groups."),
  url_template: z.string().describe("RFC 6570 URL template whose variables are the named groups."),
});
export type Linkifier = z.infer<typeof Linkifier>;

/** A linkifier in an older format: an array of pattern, URL format and id. */
export const LegacyLinkifier = z.array(z.union([z.string(), z.int()])).describe("Pattern, URL format, id.");
export type LegacyLinkifier = z.infer<typeof LegacyLinkifier>;

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

export const linkifiersNoun = noun({
  events: [LinkifiersEvent, LegacyLinkifiersEvent],
  snapshot: {
    realm_linkifiers: {
      realm_linkifiers: z.array(Linkifier).describe("In the order in which the server applies them."),
    },
    realm_filters: { realm_filters: z.array(LegacyLinkifier).meta({ deprecated: true }) },
  },
  reducers: {
    realm_linkifiers: (state, event) => updateField(state, "realm_linkifiers", () => event.realm_linkifiers),
    realm_filters: (state, event) => updateField(state, "realm_filters", () => event.realm_filters),
  },
});
