import { z } from "zod";
import { storeToken } from "../actions/store-token.ts";
import { isAtDeviceLimit } from "../device-quota.ts";
import { InvalidArgument } from "../errors.ts";
import { findRealmId } from "../realms.ts";
import { apnsToken, appId, TOKEN_KINDS } from "../push-tokens.ts";
import { operation } from "./operation.ts";
import { tokenFields } from "./token-fields.ts";

/** Operation that registers a phone with unencrypted notifications. */
export const registerToken = operation({
  path: "push/register",
  parameters: z.object({ ...tokenFields, ios_app_id: appId.optional() }),
  async run({ pool, maxDevices }, server, { realm_uuid, user_uuid: userUuid, token, token_kind, ios_app_id: topic }) {
    const kind = TOKEN_KINDS[token_kind];
    if (kind === "apns" && !apnsToken.safeParse(token).success) throw new InvalidArgument({ var_name: "token" });
    if (kind === "apns" && topic === undefined) throw new InvalidArgument({ var_name: "ios_app_id" });
    const realmId = await findRealmId(pool, server, realm_uuid);
    const isFull = await isAtDeviceLimit(pool, server, maxDevices);
    await storeToken(pool, { realmId, userUuid, token, kind, topic: kind === "apns" ? topic : undefined, isFull });
    return {};
  },
});
