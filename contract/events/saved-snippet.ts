import { z } from "zod";
import { SavedSnippet } from "../entities/saved-snippet.ts";
import { EventId } from "./event-id.ts";

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
