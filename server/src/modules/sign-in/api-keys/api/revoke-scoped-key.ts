import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { revokeScopedKey } from "../actions/revoke-scoped-keys.ts";
import { NoSuchKey } from "#modules/sign-in/core/errors.ts";
import { apiKeyId } from "#modules/platform/parameters/identifying-parameters.ts";

export const revokeKey = endpoint.write({
  route: "DELETE /users/me/api_keys/:key_id",
  summary: "Revoke a scoped API key",
  description: "The key stops working immediately, and its long polls and event streams end.",
  access: "user",
  params: z.object({ key_id: apiKeyId().describe("Id of the API key.") }),
  response: z.object({}),
  errors: [NoSuchKey],
  async handler({ tx, actor }, { params }) {
    if (!(await revokeScopedKey(tx, actor.id, params.key_id))) throw new NoSuchKey();
    return {};
  },
});
