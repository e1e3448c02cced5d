import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, text } from "#kernel/http/params.ts";
import { addView } from "../actions/add-view.ts";
import { BuiltInNamed, CustomUnnamed, TooManyViews, ViewExists } from "../errors.ts";
import { MAX_FRAGMENT, MAX_NAME } from "../names.ts";

export const add = endpoint.write({
  route: "POST /navigation_views",
  summary: "Add a view to one's sidebar",
  description:
    "Clients know and name `inbox`, `recent`, `feed`, `drafts`, `narrow/has/reaction/sender/me`, `narrow/is/mentioned` and " +
    "`narrow/is/starred`; all others need a name. Everybody may have 500.",
  access: "user",
  input: z.object({
    fragment: text({ min: 1, max: MAX_FRAGMENT }).describe("What stands after the `#` of the view's address"),
    is_pinned: bool(),
    name: text({ max: MAX_NAME }).nullable().optional(),
  }),
  response: z.object({}),
  errors: [BuiltInNamed, CustomUnnamed, ViewExists, TooManyViews],
  async handler(ctx, { input }) {
    await addView(ctx, input);
    return {};
  },
});
