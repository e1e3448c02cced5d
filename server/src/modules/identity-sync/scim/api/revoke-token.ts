import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { deleteToken } from "../actions/tokens.ts";
import { NoSuchScimToken } from "../token-errors.ts";

export const revokeScimToken = endpoint.write({
  route: "DELETE /realm/scim_tokens/:token_id",
  summary: "Revoke the token of a directory",
  description: "It is worthless at once. What the directory did stays.",
  access: "owner",
  humansOnly: true,
  params: z.object({ token_id: id() }),
  response: z.object({}),
  errors: [NoSuchScimToken],
  async handler({ tx, actor, now }, { params }) {
    await deleteToken(tx, actor, params.token_id, now);
    return {};
  },
});
