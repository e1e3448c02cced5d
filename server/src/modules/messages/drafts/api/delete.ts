import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deleteDraft } from "../actions/delete-draft.ts";
import { DraftDoesNotExist, DraftsNotSynchronized } from "../errors.ts";
import { draftId } from "#modules/platform/parameters/identifying-parameters.ts";

export const remove = endpoint.write({
  route: "DELETE /drafts/:draft_id",
  summary: "Delete a draft",
  description: "Requires the caller's setting `enable_drafts_synchronization`.",
  access: "user",
  params: z.object({ draft_id: draftId().describe("Id of the draft.") }),
  response: z.object({}),
  errors: [DraftsNotSynchronized, DraftDoesNotExist],
  async handler(ctx, { params }) {
    await deleteDraft(ctx, params.draft_id);
    return {};
  },
});
