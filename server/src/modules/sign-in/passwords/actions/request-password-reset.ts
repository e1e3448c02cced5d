import type { LdapSettings } from "#kernel/config/ldap-settings.ts";
import type { Tx } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { network } from "#kernel/rate-limits/client-network.ts";
import { sendLetter } from "#modules/platform/email/actions/enqueue-email.ts";
import type { Letter } from "#modules/platform/email/email.ts";
import { realmUrl, type Site } from "#modules/organizations/core/hosts.ts";
import { emailKey } from "#modules/users/core/email-addresses.ts";
import type { LetterRules } from "#modules/sign-in/attempts/email-rate-rules.ts";
import { belongsToDirectory } from "#modules/sign-in/ldap/directory-links.ts";
import { passwordReset, resetInDirectory, resetOfDeactivated, resetOfStranger } from "#modules/sign-in/core/emails.ts";
import { linkKeyHash, newLinkKey } from "#modules/sign-in/core/email-link-key.ts";
import { RESET_SECONDS } from "../password-resets.ts";
import { countAttempt } from "#modules/sign-in/attempts/actions/count-attempt.ts";

interface Request {
  readonly realm: Pick<RealmContext, "id" | "url">;
  /** Well-formed. */
  readonly email: string;
  /** The asker's address in the network. */
  readonly ip: string;
  readonly site: Site;
  readonly limits: LetterRules;
  /** How an LDAP server is asked; undefined where none is. */
  readonly ldap: LdapSettings | undefined;
  readonly now: Date;
}

/**
 * Sends a letter to an address whose owner has forgotten the password: with a link if there is an account with a
 * password here, otherwise with the reason why there is none. The caller learns nothing of either.
 * @throws RateLimitHit
 */
export async function requestPasswordReset(tx: Tx, request: Request): Promise<void> {
  const { realm, email, ip, limits, now } = request;
  await countAttempt(tx, { kind: "password_reset", subject: emailKey(email), rules: limits.passwordReset, now });
  await countAttempt(tx, { kind: "mail_from_network", subject: network(ip), rules: limits.mailFromAddress, now });
  const { letter, fullName } = await answer(tx, request);
  await sendLetter(tx, { realm, to: { address: email.trim(), name: fullName }, letter, now });
}

async function answer(
  tx: Tx,
  { realm, email, site, ldap, now }: Request,
): Promise<{ letter: Letter; fullName: string }> {
  const accounts = await accountsOf(tx, emailKey(email));
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
    return { letter: resetOfStranger(here, email.trim(), elsewhere), fullName: "" };
  }
  const { id, full_name: fullName } = account;
  if (!account.is_active) return { letter: resetOfDeactivated(here, fullName), fullName };
  if (await belongsToDirectory(tx, ldap, { realmId: realm.id, userId: id })) {
    return { letter: resetInDirectory(here, fullName), fullName };
  }
  const key = newLinkKey();
  const expiresAt = new Date(now.getTime() + RESET_SECONDS * 1000);
  await tx
    .insertInto("password_reset")
    .values({
      key_hash: linkKeyHash(key),
      user_id: id,
      email_key: emailKey(email),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { letter: passwordReset(here, { fullName, key }), fullName };
}

/** People's accounts with an address, in all organizations. */
const accountsOf = (tx: Tx, key: string) =>
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
