import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { removeOwnBrowser } from "../actions/remove-browser.ts";
import { NoSuchBrowser } from "../errors.ts";

export const remove = endpoint.write({
  route: "DELETE /users/me/browser_push",
  summary: "Unregister a browser from push notifications",
  description: "Call it when the user logs out in the browser or turns notifications off.",
  access: "user",
  humansOnly: true,
  input: z.object({ endpoint: text({ max: 2000 }).describe("The `endpoint` that the browser was registered with.") }),
  response: z.object({}),
  errors: [NoSuchBrowser],
  async handler({ tx, actor }, { input }) {
    if (!(await removeOwnBrowser(tx, actor.id, input.endpoint))) throw new NoSuchBrowser();
    return {};
  },
});
