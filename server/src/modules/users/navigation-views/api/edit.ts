import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, text } from "#kernel/http/params.ts";
import { editView } from "../actions/edit-view.ts";
import { BuiltInNamed, CustomUnnamed, ViewDoesNotExist } from "../errors.ts";
import { MAX_NAME } from "../names.ts";

export const edit = endpoint.write({
  route: "PATCH /navigation_views/*fragment",
  summary: "Pin or rename a view of one's sidebar",
  description: "Only what is sent changes.",
  access: "user",
  params: z.object({ fragment: text() }),
  input: z.object({ is_pinned: bool().optional(), name: text({ max: MAX_NAME }).optional() }),
  response: z.object({}),
  errors: [ViewDoesNotExist, BuiltInNamed, CustomUnnamed],
  async handler(ctx, { params, input }) {
    await editView(ctx, params.fragment, input);
    return {};
  },
});
