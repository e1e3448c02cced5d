import { sql } from "kysely";
import { revokeScopedKeys } from "#modules/sign-in/api-keys/actions/revoke-scoped-keys.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import {
  type ExternalMethodName,
  isLoginMethodEnabled,
  type LoginMethod,
} from "#modules/organizations/core/authentication-methods.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { resolveRealmSettings } from "#modules/organizations/core/organization-settings.ts";
import { replaceApiKeys } from "#modules/users/core/actions/replace-api-keys.ts";
import type { ExternalLoginMethod } from "../server/server-info.ts";

interface AvailableLogins {
  /** External login methods that the organization can use. */
  readonly external: readonly ExternalMethodName[];
  readonly externalLoginMethods: readonly Pick<ExternalLoginMethod, "method" | "issuer">[];
  readonly now: Date;
}

/** Login methods that may work for any user. For LDAP and JWT, this server does not know which users have a login. */
const METHODS_FOR_ALL_USERS: readonly LoginMethod[] = ["Email", "LDAP", "JWT"];

/**
 * Replaces the API keys of active users who no longer have a login method, except the actor and bots. Passkeys do not
 * count as a login method. Revokes their scoped keys.
 * @returns the ids of these users, in ascending order
 */
export async function regenerateKeysOfLockedOutUsers(
  tx: Tx,
  actor: Actor,
  { external, externalLoginMethods, now }: AvailableLogins,
): Promise<number[]> {
  const { realmId } = actor;
  const { authentication_methods: chosen } = resolveRealmSettings((await lockRealm(tx, realmId)).settings);
  const isOn = (method: LoginMethod) =>
    isLoginMethodEnabled(chosen, method) && (method === "Email" || external.some((one) => one === method));
  if (METHODS_FOR_ALL_USERS.some(isOn)) return [];
  const issuers = externalLoginMethods.filter(({ method }) => isOn(method)).map(({ issuer }) => issuer);
  const stranded = await tx
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("bot_type", "is", null)
    .where("is_active", "=", true)
    .where("id", "<>", actor.id)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("external_identity")
            .select("user_id")
            .whereRef("external_identity.user_id", "=", "account.id")
            .where("issuer", "=", sql<string>`any(${issuers}::text[])`),
        ),
      ),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const ids = stranded.map(({ id }) => id);
  if (ids.length === 0) return [];
  await replaceApiKeys(tx, ids);
  await revokeScopedKeys(tx, ids);
  await recordAct(tx, {
    realmId,
    actorId: actor.id,
    act: "realm.api_keys_renewed",
    targetId: realmId,
    after: { user_ids: ids },
    now,
  });
  return ids;
}
