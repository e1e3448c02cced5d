import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, text } from "@parlance/kernel/http/params.ts";
import { addView } from "../actions/add-view.ts";
import { BuiltInViewCannotBeNamed, CustomViewNeedsName, TooManyViews, ViewExists } from "../errors.ts";
import { MAX_FRAGMENT_LENGTH, MAX_VIEW_NAME_LENGTH } from "../view-names.ts";

export const add = endpoint.write({
  route: "POST /navigation_views",
  summary: "Add a navigation view",
  description:
    "Adds a view to the caller's sidebar. The built-in views `inbox`, `recent`, `feed`, `drafts`, " +
    "`narrow/has/reaction/sender/me`, `narrow/is/mentioned` and `narrow/is/starred` have fixed names; all " +
    "others require a name. A user can have 500 views.",
  access: "user",
  input: z.object({
    fragment: text({ min: 1, max: MAX_FRAGMENT_LENGTH }).describe("URL fragment of the view, without `#`."),
    is_pinned: bool().describe("Whether the view is pinned in the sidebar."),
    name: text({ max: MAX_VIEW_NAME_LENGTH })
      .nullable()
      .optional()
      .describe("Display name of the view; required unless the view is built in."),
  }),
  response: z.object({}),
  errors: [BuiltInViewCannotBeNamed, CustomViewNeedsName, ViewExists, TooManyViews],
  async handler(ctx, { input }) {
    await addView(ctx, input);
    return {};
  },
});
