import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deleteToken } from "../actions/change-scim-tokens.ts";
import { NoSuchScimToken } from "../errors.ts";
import { scimTokenId } from "#modules/platform/parameters/identifying-parameters.ts";

export const revokeScimToken = endpoint.write({
  route: "DELETE /realm/scim_tokens/:token_id",
  summary: "Revoke a SCIM token",
  description:
    "The token stops working immediately. Users and groups that the identity directory changed stay as they are.",
  access: "owner",
  humansOnly: true,
  params: z.object({ token_id: scimTokenId().describe("Id of the token.") }),
  response: z.object({}),
  errors: [NoSuchScimToken],
  async handler({ tx, actor, now }, { params }) {
    await deleteToken(tx, actor, params.token_id, now);
    return {};
  },
});
