import { botTypes, type BotType } from "@parlance/contract/entities/bot.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { sql } from "kysely";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { createBatchLoader } from "@parlance/kernel/base/batch-loader.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { thenMaybe } from "@parlance/kernel/base/maybe-promise.ts";
import type { Actor, RealmContext } from "@parlance/kernel/http/context.ts";
import type { AccessRequirements, Authenticate } from "@parlance/kernel/http/authenticate.ts";
import { parseAccountRateRules } from "../core/account-rate-rules.ts";
import { deriveApiKey, isWellFormedApiKey, userIdOfApiKey, isSameApiKey } from "./api-key.ts";
import {
  AccountIsDeactivated,
  ApiKeyHasExpired,
  InvalidApiKey,
  MalformedApiKey,
  NotForIncomingWebhooks,
  OrganizationIsDeactivated,
  WrongOrganization,
} from "../core/errors.ts";
import { type ScopedKey, scopedKeys } from "./scoped-keys-snapshot.ts";
import { isScopedKey, hashScopedKey } from "./scoped-key.ts";
import { assertOperationInScope } from "./key-scope.ts";

/** The fields of an account that determine whether its key is valid and for which requests. */
interface KeyAccount {
  readonly id: number;
  readonly realm_id: number;
  readonly role: number;
  readonly bot_type: number | null;
  readonly is_active: boolean;
  readonly email_key: string;
  readonly api_key_version: number;
  readonly rate_limits: string | null;
}

/** An account with the state of its organization. */
interface AccountRecord {
  readonly account: KeyAccount;
  readonly isRealmDeactivated: boolean;
}

interface Options {
  readonly reader: Reader;
  readonly snapshots: Pick<OrganizationSnapshots, "current">;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  /** Records when scoped keys are used. */
  readonly keys: { used(id: number): void };
}

/**
 * Creates the function that checks the email address and the API key of a request, or the key alone for requests that
 * can send nothing else. It uses the current organization snapshot, so a replaced key is rejected immediately.
 */
export function createAuthenticator({ reader, snapshots, secret, clock, keys }: Options): Authenticate {
  const findForeignAccount = createBatchLoader((ids: readonly number[]) => loadForeignAccounts(reader, ids));
  const deriveKey = cacheDerivedKeys(secret);
  return (realm, email, apiKey, allow) => {
    const key = apiKey.trim();
    if (!isWellFormedApiKey(key)) throw new MalformedApiKey();
    return thenMaybe(allow.snapshot?.() ?? snapshots.current(realm.id), (snapshot) => {
      const scoped = isScopedKey(key) ? findScopedKey(snapshot, key) : null;
      const id = scoped?.user_id ?? userIdOfApiKey(key);
      return thenMaybe(findAccount(snapshot, id) ?? findForeignAccount(id), (found) => {
        const account = found?.account;
        if (!account || !(scoped || isSameApiKey(deriveKey(account.id, account.api_key_version), key))) {
          throw new InvalidApiKey();
        }
        if (email !== null && account.email_key !== emailKey(email)) throw new InvalidApiKey();
        assertAccountUsable(found, realm, allow);
        if (scoped) admitScoped(scoped, allow);
        return createActor(account, scoped);
      });
    });
  };

  function admitScoped(key: ScopedKey, { rule }: AccessRequirements): void {
    if (key.expires_at !== null && key.expires_at <= clock.now().getTime()) throw new ApiKeyHasExpired();
    assertOperationInScope(key, rule);
    keys.used(key.id);
  }
}

function createActor(account: KeyAccount, scoped: ScopedKey | null): Actor {
  const botType = account.bot_type as BotType | null;
  return {
    id: account.id,
    realmId: account.realm_id,
    role: account.role as Role,
    isBot: botType !== null,
    botType,
    rateRules: parseAccountRateRules(account.rate_limits),
    credential: scoped && { kind: "key", id: scoped.id, expiresAt: scoped.expires_at },
  };
}

/** Finds a scoped key, which is valid only in its own organization. Throws InvalidApiKey if there is none. */
function findScopedKey(snapshot: OrganizationSnapshot, key: string): ScopedKey {
  const found = snapshot.get(scopedKeys).byHash(hashScopedKey(key).toString("base64url"));
  if (!found) throw new InvalidApiKey();
  return found;
}

function findAccount(snapshot: OrganizationSnapshot, id: number): AccountRecord | undefined {
  const account = snapshot.get(users).get(id);
  if (!account || account.is_system) return undefined;
  return { account, isRealmDeactivated: snapshot.get(organization).isDeactivated };
}

/**
 * Maximum number of cached keys. The cache is never out of date, because a key follows from the account and the
 * version.
 */
const MAX_CACHED_KEYS = 20_000;

function cacheDerivedKeys(secret: Uint8Array): (userId: number, version: number) => Uint8Array {
  const keys = new Map<number, { readonly version: number; readonly key: Uint8Array }>();
  return (userId, version) => {
    const known = keys.get(userId);
    if (known?.version === version) return known.key;
    if (keys.size >= MAX_CACHED_KEYS) keys.clear();
    const key = Buffer.from(deriveApiKey(secret, userId, version));
    keys.set(userId, { version, key });
    return key;
  };
}

/** Loads accounts that are not found in the organization of the request. Most belong to other organizations. */
async function loadForeignAccounts(reader: Reader, ids: readonly number[]): Promise<(AccountRecord | undefined)[]> {
  const rows = await reader
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.id", "account.realm_id", "account.role", "account.bot_type", "account.is_active"])
    .select(["account.email_key", "account.api_key_version", "account.rate_limits"])
    .select(sql<boolean>`realm.deactivated_at is not null`.as("isRealmDeactivated"))
    .where("account.id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, { account: row, isRealmDeactivated: row.isRealmDeactivated }]));
  return ids.map((id) => byId.get(id));
}

function assertAccountUsable(
  { account, isRealmDeactivated }: AccountRecord,
  realm: RealmContext,
  { allowsIncomingWebhooks }: AccessRequirements,
): void {
  if (isRealmDeactivated) throw new OrganizationIsDeactivated();
  if (!account.is_active) throw new AccountIsDeactivated();
  if (account.realm_id !== realm.id) throw new WrongOrganization();
  if (account.bot_type === botTypes.incomingWebhook && !allowsIncomingWebhooks) throw new NotForIncomingWebhooks();
}
