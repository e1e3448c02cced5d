import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import type { Email } from "#modules/platform/email/email.ts";
import { realmUrl, type Site } from "#modules/organizations/core/hosts.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import type { EmailRateRules } from "#modules/sign-in/attempts/rate-limits.ts";
import { usesDirectoryPassword } from "#modules/sign-in/ldap/directory-links.ts";
import {
  passwordResetEmail,
  resetOfLdapAccountEmail,
  resetOfDeactivatedEmail,
  resetWithoutAccountEmail,
} from "#modules/sign-in/core/emails.ts";
import { hashLinkKey, createLinkKey } from "#modules/sign-in/core/email-link-key.ts";
import { PASSWORD_RESET_SECONDS } from "../password-resets.ts";
import { countAttempt } from "#modules/sign-in/attempts/actions/count-attempt.ts";

interface Request {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** A valid email address. */
  readonly email: string;
  /** IP address of the caller. */
  readonly ip: string;
  readonly site: Site;
  readonly limits: EmailRateRules;
  /** Settings of the LDAP server; undefined if LDAP is not used. */
  readonly ldap: LdapSettings | undefined;
  readonly now: Date;
}

/**
 * Sends an email to the address of a user who has forgotten the password. The email contains a reset link if the
 * address has an active account in the organization whose password is not in the LDAP directory, otherwise the reason
 * why the password cannot be reset. The caller does not learn which of the two was sent.
 * @throws RateLimitHit
 */
export async function requestPasswordReset(tx: Tx, request: Request): Promise<void> {
  const { realm, email, ip, limits, now } = request;
  await countAttempt(tx, { kind: "password_reset", subject: emailKey(email), rules: limits.passwordReset, now });
  await countAttempt(tx, { kind: "mail_from_network", subject: clientNetwork(ip), rules: limits.mailFromAddress, now });
  const { email: resetEmail, fullName } = await composeResetEmail(tx, request);
  await enqueueEmail(tx, { realm, to: { address: email.trim(), name: fullName }, email: resetEmail, now });
}

async function composeResetEmail(
  tx: Tx,
  { realm, email, site, ldap, now }: Request,
): Promise<{ email: Email; fullName: string }> {
  const accounts = await loadAccounts(tx, emailKey(email));
  const { name } = await tx.selectFrom("realm").select("name").where("id", "=", realm.id).executeTakeFirstOrThrow();
  const here = { ...realm, name };
  const account = accounts.find(({ realm_id }) => realm_id === realm.id);
  if (!account) {
    const elsewhere = accounts
      .filter(({ is_active, deactivated_at }) => is_active && deactivated_at === null)
      .map(({ subdomain, host, realm_name }) => ({
        name: realm_name,
        url: realmUrl({ subdomain: subdomain ?? "", host }, site),
      }));
    return { email: resetWithoutAccountEmail(here, email.trim(), elsewhere), fullName: "" };
  }
  const { id, full_name: fullName } = account;
  if (!account.is_active) return { email: resetOfDeactivatedEmail(here, fullName), fullName };
  if (await usesDirectoryPassword(tx, ldap, { realmId: realm.id, userId: id })) {
    return { email: resetOfLdapAccountEmail(here, fullName), fullName };
  }
  const key = createLinkKey();
  const expiresAt = new Date(now.getTime() + PASSWORD_RESET_SECONDS * 1000);
  await tx
    .insertInto("password_reset")
    .values({
      key_hash: hashLinkKey(key),
      user_id: id,
      email_key: emailKey(email),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { email: passwordResetEmail(here, { fullName, key }), fullName };
}

/** Loads the accounts of human users with an address, in all organizations. */
const loadAccounts = (tx: Tx, key: string) =>
  tx
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.id", "account.realm_id", "account.is_active", "account.full_name"])
    .select(["realm.deactivated_at", "realm.subdomain", "realm.host", "realm.name as realm_name"])
    .where("account.email_key", "=", key)
    .where("account.bot_type", "is", null)
    .where("realm.subdomain", "is not", null)
    .orderBy("realm.id")
    .execute();
