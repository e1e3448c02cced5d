import { z } from "zod";
import { NavigationView } from "@parlance/contract/nouns/navigation-views.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { viewsOf } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /navigation_views",
  summary: "List the views of one's sidebar",
  access: "user",
  response: z.object({ navigation_views: z.array(NavigationView).describe("The oldest first") }),
  errors: [],
  handler: async ({ db, actor }) => ({ navigation_views: await viewsOf(db, actor.id) }),
});
