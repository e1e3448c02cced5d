import { z } from "zod";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

/** A website that can run code blocks in a particular language. */
export const Playground = z.strictObject({
  id: z.int(),
  name: z.string(),
  pygments_language: z.string(),
  url_template: z.string().describe("RFC 6570 URL template with the variable `code`."),
});
export type Playground = z.infer<typeof Playground>;

export const PlaygroundsEvent = z.strictObject({
  id: EventId,
  type: z.literal("realm_playgrounds"),
  realm_playgrounds: z.array(Playground),
});

export const playgroundsNoun = noun({
  events: [PlaygroundsEvent],
  snapshot: { realm_playgrounds: { realm_playgrounds: z.array(Playground) } },
  reducers: {
    realm_playgrounds: (state, event) => updateField(state, "realm_playgrounds", () => event.realm_playgrounds),
  },
});
