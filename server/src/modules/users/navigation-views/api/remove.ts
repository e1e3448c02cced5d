import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { removeView } from "../actions/remove-view.ts";
import { ViewDoesNotExist } from "../errors.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

export const remove = endpoint.write({
  route: "DELETE /navigation_views/*fragment",
  summary: "Remove a navigation view",
  description: "Removes a view from the caller's sidebar.",
  access: "user",
  params: z.object({
    fragment: identifies(text(), "navigation view").describe("URL fragment of the view, without `#`."),
  }),
  response: z.object({}),
  errors: [ViewDoesNotExist],
  async handler(ctx, { params }) {
    await removeView(ctx, params.fragment);
    return {};
  },
});
