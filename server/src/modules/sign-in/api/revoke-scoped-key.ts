import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { endScopedKeyOf } from "../actions/end-scoped-keys.ts";
import { NoSuchKey } from "../errors.ts";

export const revokeKey = endpoint.write({
  route: "DELETE /users/me/api_keys/:key_id",
  summary: "Revoke one of one's keys that can do less",
  description: "It is worthless at once; its polls and streams end.",
  access: "user",
  params: z.object({ key_id: id() }),
  response: z.object({}),
  errors: [NoSuchKey],
  async handler({ tx, actor }, { params }) {
    if (!(await endScopedKeyOf(tx, actor.id, params.key_id))) throw new NoSuchKey();
    return {};
  },
});
