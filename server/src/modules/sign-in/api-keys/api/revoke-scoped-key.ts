import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { id } from "@parlance/kernel/http/params.ts";
import { revokeScopedKey } from "../actions/revoke-scoped-keys.ts";
import { NoSuchKey } from "#modules/sign-in/core/errors.ts";

export const revokeKey = endpoint.write({
  route: "DELETE /users/me/api_keys/:key_id",
  summary: "Revoke a scoped API key",
  description: "The key stops working immediately, and its long polls and event streams end.",
  access: "user",
  params: z.object({ key_id: id().describe("Id of the API key.") }),
  response: z.object({}),
  errors: [NoSuchKey],
  async handler({ tx, actor }, { params }) {
    if (!(await revokeScopedKey(tx, actor.id, params.key_id))) throw new NoSuchKey();
    return {};
  },
});
