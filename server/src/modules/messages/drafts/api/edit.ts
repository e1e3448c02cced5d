import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { editDraft } from "../actions/edit-draft.ts";
import { parseDrafts } from "../parse-drafts.ts";
import { DraftInput } from "../draft-input.ts";
import { DraftDoesNotExist, draftErrors } from "../errors.ts";
import { lockDraft } from "../policy.ts";
import { draftId, identifies } from "#modules/platform/parameters/identifying-parameters.ts";

export const edit = endpoint.write({
  route: "PATCH /drafts/:draft_id",
  summary: "Update a draft",
  description: "Replaces the draft. Requires the caller's setting `enable_drafts_synchronization`.",
  access: "user",
  params: z.object({ draft_id: draftId().describe("Id of the draft.") }),
  input: z.object({
    draft: identifies(json(DraftInput, { allowUnstorable: true }), "user", "channel").describe(
      "The new content of the draft.",
    ),
  }),
  response: z.object({}),
  errors: [DraftDoesNotExist, ...draftErrors],
  async handler(ctx, { params, input }) {
    await lockDraft(ctx, params.draft_id);
    const { tx: db, snapshot, realm, actor, now } = ctx;
    const [draft] = await parseDrafts({ db, snapshot, realm, actor, now }, [input.draft]);
    if (draft) await editDraft(ctx, params.draft_id, draft);
    return {};
  },
});
