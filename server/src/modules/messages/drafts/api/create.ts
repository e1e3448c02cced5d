import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { createDrafts } from "../actions/create-drafts.ts";
import { parseDrafts } from "../parse-drafts.ts";
import { DraftInput } from "../draft-input.ts";
import { draftErrors } from "../errors.ts";
import { lockDrafts } from "../policy.ts";
import { runIdempotently, idempotencyErrors } from "#modules/platform/idempotency/actions/run-idempotently.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

const MAX_DRAFTS_PER_REQUEST = 1000;

export const create = endpoint.write({
  route: "POST /drafts",
  summary: "Create drafts",
  description:
    "Creates all drafts or none. Content is truncated like that of messages. A user can have 1000 drafts, with " +
    "four million characters in total. Requests with an `Idempotency-Key` header can be retried safely, as in " +
    "`POST /messages`: a repeated request returns the first response and creates nothing.",
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
  errors: [...draftErrors, ...idempotencyErrors],
  async handler(ctx, { input: { drafts } }) {
    const { tx, snapshot, realm, actor, now, request } = ctx;
    await lockDrafts(tx, actor);
    const key = { userId: actor.id, header: request.header("idempotency-key"), payload: { drafts }, now };
    // A repeated request is not parsed again: its channel may have been archived since the first one.
    return runIdempotently(tx, key, async () => {
      const values = await parseDrafts({ db: tx, snapshot, realm, actor, now }, drafts);
      return { ids: await createDrafts(ctx, values) };
    });
  },
});
