import { z } from "zod";
import { deleteTokens } from "../actions/delete-tokens.ts";
import { NoSuchToken } from "../errors.ts";
import { findRealmId } from "../realms.ts";
import { TOKEN_KINDS } from "../push-tokens.ts";
import { operation } from "./operation.ts";
import { tokenFields, userFields } from "./token-fields.ts";

/** Operation that unregisters one of a user's phones with unencrypted notifications. */
export const unregisterToken = operation({
  path: "push/unregister",
  parameters: z.object(tokenFields),
  async run({ pool }, server, { realm_uuid, user_uuid: userUuid, token, token_kind }) {
    const realmId = await findRealmId(pool, server, realm_uuid);
    const deleted = await deleteTokens(pool, { realmId, userUuid }, { kind: TOKEN_KINDS[token_kind], tokens: [token] });
    if (deleted === 0) throw new NoSuchToken();
    return {};
  },
});

/** Operation that unregisters all of a user's phones with unencrypted notifications. */
export const unregisterAll = operation({
  path: "push/unregister/all",
  parameters: z.object(userFields),
  async run({ pool }, server, { realm_uuid, user_uuid: userUuid }) {
    await deleteTokens(pool, { realmId: await findRealmId(pool, server, realm_uuid), userUuid });
    return {};
  },
});
