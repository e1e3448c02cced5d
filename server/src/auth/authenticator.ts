import type { Reader } from "#kernel/db/types.ts";
import type { Actor, RealmContext, Role } from "#kernel/http/context.ts";
import type { Allowance, Authenticate } from "#kernel/http/credentials.ts";
import { type AccountFacts, AccountLookup } from "./account-lookup.ts";
import { deriveApiKey, isWellFormedApiKey, ownerOfApiKey, sameApiKey } from "./api-key.ts";
import {
  AccountIsDeactivated,
  InvalidApiKey,
  MalformedApiKey,
  NotForIncomingWebhooks,
  OrganizationIsDeactivated,
  WrongOrganization,
} from "./errors.ts";

const INCOMING_WEBHOOK = 2;

/** Makes the check of e-mail address and API key that every request with credentials goes through. */
export function createAuthenticator({
  reader,
  secret,
}: {
  reader: Reader;
  secret: Uint8Array;
}): Authenticate {
  const accounts = new AccountLookup(reader);
  return async (realm, email, apiKey, allow) => {
    const account = await holderOf(accounts, secret, apiKey.trim());
    if (account.email_key !== email.trim().toLowerCase()) throw new InvalidApiKey();
    refuseUnlessOpen(account, realm, allow);
    return {
      id: account.id,
      realmId: account.realm_id,
      role: account.role as Role,
      isBot: account.bot_type !== null,
      botType: account.bot_type,
    } satisfies Actor;
  };
}

async function holderOf(
  accounts: AccountLookup,
  secret: Uint8Array,
  key: string,
): Promise<AccountFacts> {
  if (!isWellFormedApiKey(key)) throw new MalformedApiKey();
  const id = ownerOfApiKey(key);
  const account = id === null ? undefined : await accounts.find(id);
  if (!account || !sameApiKey(deriveApiKey(secret, account.id, account.api_key_version), key)) {
    throw new InvalidApiKey();
  }
  return account;
}

function refuseUnlessOpen(
  account: AccountFacts,
  realm: RealmContext,
  { incomingWebhooks }: Allowance,
): void {
  if (account.deactivated_at !== null) throw new OrganizationIsDeactivated();
  if (!account.is_active) throw new AccountIsDeactivated();
  if (account.realm_id !== realm.id) throw new WrongOrganization();
  if (account.bot_type === INCOMING_WEBHOOK && !incomingWebhooks)
    throw new NotForIncomingWebhooks();
}
