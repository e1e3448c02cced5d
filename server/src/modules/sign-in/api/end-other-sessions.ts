import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { endSessions } from "../actions/end-sessions.ts";
import { sessionId } from "../sessions.ts";

export const endOtherSessions = endpoint.write({
  route: "DELETE /users/me/sessions",
  summary: "Sign all of one's other browsers out",
  description: "All but the one that asks; a program with the API key signs all of them out. API keys stay.",
  access: "user",
  humansOnly: true,
  response: z.object({ ended: z.int().describe("How many were signed out") }),
  errors: [],
  handler: async ({ tx, actor }) => ({ ended: await endSessions(tx, [actor.id], { except: sessionId(actor) }) }),
});
