import { z } from "zod";
import { dropTokens } from "../actions/delete-tokens.ts";
import { NoSuchToken } from "../errors.ts";
import { realmOf } from "../realms.ts";
import { KINDS } from "../push-tokens.ts";
import { operation } from "./operation.ts";
import { plainToken, user } from "./token-fields.ts";

/** One of a user's phones gets no notices any more. */
export const unregisterToken = operation({
  path: "push/unregister",
  parameters: z.object(plainToken),
  async run({ pool }, server, { realm_uuid, user_uuid: userUuid, token, token_kind }) {
    const realmId = await realmOf(pool, server, realm_uuid);
    const dropped = await dropTokens(pool, { realmId, userUuid }, { kind: KINDS[token_kind], tokens: [token] });
    if (dropped === 0) throw new NoSuchToken();
    return {};
  },
});

/** None of a user's phones gets any. */
export const unregisterAll = operation({
  path: "push/unregister/all",
  parameters: z.object(user),
  async run({ pool }, server, { realm_uuid, user_uuid: userUuid }) {
    await dropTokens(pool, { realmId: await realmOf(pool, server, realm_uuid), userUuid });
    return {};
  },
});
