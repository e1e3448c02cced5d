import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { endSessions } from "../actions/end-sessions.ts";
import { currentSessionId } from "../sessions.ts";

export const endOtherSessions = endpoint.write({
  route: "DELETE /users/me/sessions",
  summary: "Log out all other browsers",
  description:
    "Ends all sessions of the caller except the current one. A client that uses an API key ends all of them. " +
    "API keys stay valid.",
  access: "user",
  humansOnly: true,
  response: z.object({ ended: z.int().describe("Number of sessions that ended.") }),
  errors: [],
  handler: async ({ tx, actor }) => ({ ended: await endSessions(tx, [actor.id], { except: currentSessionId(actor) }) }),
});
