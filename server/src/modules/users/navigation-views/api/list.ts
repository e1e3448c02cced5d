import { z } from "zod";
import { NavigationView } from "@parlance/contract/nouns/navigation-views.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { listViews } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /navigation_views",
  summary: "List your navigation views",
  description: "Returns the views of the caller's sidebar.",
  access: "user",
  response: z.object({ navigation_views: z.array(NavigationView).describe("Oldest first.") }),
  errors: [],
  handler: async ({ db, actor }) => ({ navigation_views: await listViews(db, actor.id) }),
});
