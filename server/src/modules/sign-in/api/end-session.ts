import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { endSessionOf } from "../actions/end-sessions.ts";
import { NoSuchSession } from "../errors.ts";

export const endOwnSession = endpoint.write({
  route: "DELETE /users/me/sessions/:session_id",
  summary: "Sign one of one's browsers out",
  description: "At once, wherever it is; its polls and streams end. It may be the browser that asks.",
  access: "user",
  humansOnly: true,
  params: z.object({ session_id: id() }),
  response: z.object({}),
  errors: [NoSuchSession],
  async handler({ tx, actor }, { params }) {
    if (!(await endSessionOf(tx, actor.id, params.session_id))) throw new NoSuchSession();
    return {};
  },
});
