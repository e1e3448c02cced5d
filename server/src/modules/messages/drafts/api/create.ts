import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { createDrafts } from "../actions/create-drafts.ts";
import { parseDrafts } from "../parse-drafts.ts";
import { DraftInput } from "../draft-input.ts";
import { draftErrors } from "../errors.ts";
import { assertSynchronizesDrafts } from "../policy.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

const MAX_DRAFTS_PER_REQUEST = 1000;

export const create = endpoint.write({
  route: "POST /drafts",
  summary: "Create drafts",
  description:
    "Creates all drafts or none. Content is truncated like that of messages. A user can have 1000 drafts, with " +
    "four million characters in total.",
  access: "user",
  input: z.object({
    drafts: identifies(
      json(z.array(DraftInput).max(MAX_DRAFTS_PER_REQUEST), { allowUnstorable: true }),
      "user",
      "channel",
    )
      .default([])
      .describe("The drafts to create."),
  }),
  response: z.object({ ids: z.array(z.int()).describe("In the order of the drafts in the request.") }),
  errors: draftErrors,
  async prepare(ctx, { input }) {
    assertSynchronizesDrafts(ctx.snapshot, ctx.actor);
    return parseDrafts(ctx, input.drafts);
  },
  handler: async (ctx, _, drafts) => ({ ids: await createDrafts(ctx, drafts) }),
});
