import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { text } from "#kernel/http/params.ts";
import { removeView } from "../actions/remove-view.ts";
import { ViewDoesNotExist } from "../errors.ts";

export const remove = endpoint.write({
  route: "DELETE /navigation_views/*fragment",
  summary: "Remove a view from one's sidebar",
  access: "user",
  params: z.object({ fragment: text() }),
  response: z.object({}),
  errors: [ViewDoesNotExist],
  async handler(ctx, { params }) {
    await removeView(ctx, params.fragment);
    return {};
  },
});
