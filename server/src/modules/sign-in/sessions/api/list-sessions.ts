import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadSessions } from "../queries.ts";
import { currentSessionId } from "../sessions.ts";

const seconds = z.int().describe("UNIX timestamp in seconds.");

export const listSessions = endpoint.read({
  route: "GET /users/me/sessions",
  summary: "List your sessions",
  description:
    "Returns the browsers that are logged in, most recently used first. Clients that use an API key are not " +
    "included.",
  access: "user",
  humansOnly: true,
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.int(),
        client: z.string().describe("Name of the browser, such as `Firefox on Linux`; empty if unknown."),
        network: z.string().describe("Network of the last use: an IPv4 address, or a 64-bit IPv6 prefix."),
        method: z.string().describe("Login method, named as in `authentication_methods`."),
        created_at: seconds,
        last_used_at: seconds.describe("UNIX timestamp in seconds, accurate to about five minutes."),
        expires_at: seconds.describe("Time at which the session ends if it is not used again, in UNIX seconds."),
        is_current: z.boolean().describe("Whether the request used this session."),
      }),
    ),
  }),
  errors: [],
  async handler({ db, actor, now }) {
    const sessions = await loadSessions(db, actor.id, now);
    return {
      sessions: sessions.map((session) => ({ ...session, is_current: session.id === currentSessionId(actor) })),
    };
  },
});
