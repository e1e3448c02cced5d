import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { endSessionOfUser } from "../actions/end-sessions.ts";
import { NoSuchSession } from "#modules/sign-in/core/errors.ts";
import { sessionId } from "#modules/platform/parameters/identifying-parameters.ts";

export const endOwnSession = endpoint.write({
  route: "DELETE /users/me/sessions/:session_id",
  summary: "Log out a browser",
  description:
    "Ends one of the caller's sessions immediately, with its long polls and event streams. It may be the " +
    "current session.",
  access: "user",
  humansOnly: true,
  params: z.object({ session_id: sessionId().describe("Id of the session.") }),
  response: z.object({}),
  errors: [NoSuchSession],
  async handler({ tx, actor }, { params }) {
    if (!(await endSessionOfUser(tx, actor.id, params.session_id))) throw new NoSuchSession();
    return {};
  },
});
