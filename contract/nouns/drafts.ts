import { z } from "zod";
import { UnixSeconds } from "../entities/scalars.ts";
import { updateField } from "../state/set-fields.ts";
import { upsert } from "../state/list-operations.ts";
import { EventId, noun } from "./noun.ts";

/** The fields of a draft that a client can set. */
export const DraftContent = z.strictObject({
  type: z.enum(["", "stream", "private"]).describe("Type of recipient; empty if the draft has no recipient yet."),
  to: z.array(z.int()).describe("One channel id, or user ids; empty if the draft has no recipient yet."),
  topic: z.string(),
  content: z.string(),
  timestamp: UnixSeconds.optional().describe("Time of the last edit, in UNIX seconds; defaults to now."),
});
export type DraftContent = z.infer<typeof DraftContent>;

export const Draft = z.strictObject({ ...DraftContent.shape, id: z.int(), timestamp: UnixSeconds });
export type Draft = z.infer<typeof Draft>;

export const AddDraftsEvent = z.strictObject({
  id: EventId,
  type: z.literal("drafts"),
  op: z.literal("add"),
  drafts: z.array(Draft),
});

export const UpdateDraftEvent = z.strictObject({
  id: EventId,
  type: z.literal("drafts"),
  op: z.literal("update"),
  draft: Draft,
});

export const RemoveDraftEvent = z.strictObject({
  id: EventId,
  type: z.literal("drafts"),
  op: z.literal("remove"),
  draft_id: z.int(),
});

export const DraftEvent = z.discriminatedUnion("op", [AddDraftsEvent, UpdateDraftEvent, RemoveDraftEvent]);

export const draftsNoun = noun({
  events: [DraftEvent],
  always: { drafts: z.array(Draft).describe("Newest first, at most 1000.") },
  reducers: {
    drafts: (state, event) =>
      updateField(state, "drafts", (known) => {
        switch (event.op) {
          case "add":
            return event.drafts.reduce(putDraft, known).sort(newestFirst);
          case "update":
            return putDraft(known, event.draft).sort(newestFirst);
          case "remove":
            return known.filter(({ id }) => id !== event.draft_id);
        }
      }),
  },
});

const putDraft = (known: Draft[], draft: Draft) => upsert(known, draft, ({ id }) => id);
const newestFirst = (a: Draft, b: Draft) => b.timestamp - a.timestamp || b.id - a.id;
