import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { sessionsOf } from "../queries.ts";
import { sessionId } from "../sessions.ts";

const seconds = z.int().describe("UNIX time in seconds");

export const listSessions = endpoint.read({
  route: "GET /users/me/sessions",
  summary: "List the browsers that are signed in to one's account",
  description: "The one that was used last comes first. Programs with an API key are not among them.",
  access: "user",
  humansOnly: true,
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.int(),
        client: z.string().describe("What people call the browser: `Firefox on Linux`; empty where it is not known"),
        network: z.string().describe("From where it was last used: an IPv4 address, or an IPv6 network of 64 bits"),
        method: z.string().describe("By which way its owner signed in, as `authentication_methods` names it"),
        created_at: seconds,
        last_used_at: seconds.describe("UNIX time in seconds, to some five minutes"),
        expires_at: seconds.describe("When it ends if it is not used any more"),
        is_current: z.boolean().describe("Whether the request was made with it"),
      }),
    ),
  }),
  errors: [],
  async handler({ db, actor, now }) {
    const sessions = await sessionsOf(db, actor.id, now);
    return { sessions: sessions.map((session) => ({ ...session, is_current: session.id === sessionId(actor) })) };
  },
});
