import { z } from "zod";
import { Draft } from "../entities/draft.ts";
import { EventId } from "./event-id.ts";

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
