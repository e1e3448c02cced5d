import { z } from "zod";
import { UnixSeconds } from "../entities/scalars.ts";
import { updateField } from "../state/set-fields.ts";
import { upsert } from "../state/list-operations.ts";
import { EventId, noun } from "./noun.ts";

/** A text that the user has saved in order to insert it into messages. */
export const SavedSnippet = z.strictObject({
  id: z.int(),
  title: z.string(),
  content: z.string().describe("Markdown source."),
  date_created: UnixSeconds,
});
export type SavedSnippet = z.infer<typeof SavedSnippet>;

export const AddSavedSnippetEvent = z.strictObject({
  id: EventId,
  type: z.literal("saved_snippets"),
  op: z.literal("add"),
  saved_snippet: SavedSnippet,
});

export const UpdateSavedSnippetEvent = z.strictObject({
  id: EventId,
  type: z.literal("saved_snippets"),
  op: z.literal("update"),
  saved_snippet: SavedSnippet,
});

export const RemoveSavedSnippetEvent = z.strictObject({
  id: EventId,
  type: z.literal("saved_snippets"),
  op: z.literal("remove"),
  saved_snippet_id: z.int(),
});

export const SavedSnippetEvent = z.discriminatedUnion("op", [
  AddSavedSnippetEvent,
  UpdateSavedSnippetEvent,
  RemoveSavedSnippetEvent,
]);

export const savedSnippetsNoun = noun({
  events: [SavedSnippetEvent],
  snapshot: { saved_snippets: { saved_snippets: z.array(SavedSnippet).describe("Oldest first.") } },
  reducers: {
    saved_snippets: (state, event) =>
      updateField(state, "saved_snippets", (snippets) =>
        event.op === "remove"
          ? snippets.filter(({ id }) => id !== event.saved_snippet_id)
          : upsert(snippets, event.saved_snippet, ({ id }) => id),
      ),
  },
});
