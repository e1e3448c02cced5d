import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, text } from "@parlance/kernel/http/params.ts";
import { editView } from "../actions/edit-view.ts";
import { BuiltInViewCannotBeNamed, CustomViewNeedsName, ViewDoesNotExist } from "../errors.ts";
import { MAX_VIEW_NAME_LENGTH } from "../view-names.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

export const edit = endpoint.write({
  route: "PATCH /navigation_views/*fragment",
  summary: "Update a navigation view",
  description: "Pins, unpins or renames a view of the caller's sidebar. Omitted parameters stay unchanged.",
  access: "user",
  params: z.object({
    fragment: identifies(text(), "navigation view").describe("URL fragment of the view, without `#`."),
  }),
  input: z.object({
    is_pinned: bool().optional().describe("Whether the view is pinned in the sidebar."),
    name: text({ max: MAX_VIEW_NAME_LENGTH }).optional().describe("New display name of the view."),
  }),
  response: z.object({}),
  errors: [ViewDoesNotExist, BuiltInViewCannotBeNamed, CustomViewNeedsName],
  async handler(ctx, { params, input }) {
    await editView(ctx, params.fragment, input);
    return {};
  },
});
