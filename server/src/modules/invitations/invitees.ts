import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import { type AddressProblem, emailRules } from "#modules/organizations/core/email-rules.ts";
import { systemBotEmails } from "#modules/organizations/core/system-realm.ts";
import { emailKey, isEmailAddress } from "#modules/users/core/email-addresses.ts";

/** An address that is not invited: why, and whether its account is deactivated. */
export type NotInvited = [email: string, reason: string, isDeactivated: boolean];

interface SortedInvitees {
  readonly welcome: readonly string[];
  /** Nobody could be invited at these. */
  readonly wrong: readonly NotInvited[];
  /** At these somebody is already. */
  readonly known: readonly NotInvited[];
}

const reasons: Readonly<Record<AddressProblem, string>> = {
  domain: "Outside your domain.",
  disposable: "Please use your real email address.",
  plus: "Email addresses containing + are not allowed.",
};

/** The addresses in a text, each once: separated by commas or newlines, `Name <address>` or bare. */
export function readAddresses(given: string): string[] {
  const found = new Map<string, string>();
  for (const part of given.split(/[,\n]/)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== "" && !found.has(emailKey(address))) found.set(emailKey(address), address);
  }
  return [...found.values()];
}

/** Finds out which of the addresses can be invited. */
export async function sortInvitees(db: Reader, realmId: number, addresses: readonly string[]): Promise<SortedInvitees> {
  const problemOf = await emailRules(db, realmId);
  const accounts = await accountsWith(db, realmId, addresses);
  const [welcome, wrong, known]: [string[], NotInvited[], NotInvited[]] = [[], [], []];
  for (const email of addresses) {
    const problem = isEmailAddress(email) ? problemOf(email) : "invalid";
    const isActive = accounts.get(emailKey(email));
    if (problem === "invalid") wrong.push([email, "Invalid address.", false]);
    else if (systemBotEmails.has(emailKey(email))) known.push([email, "Reserved for system bots.", false]);
    else if (problem !== null) wrong.push([email, reasons[problem], false]);
    else if (isActive === undefined) welcome.push(email);
    else if (isActive) known.push([email, "Already has an account.", false]);
    else known.push([email, "Account has been deactivated.", true]);
  }
  return { welcome, wrong, known };
}

/** Whether accounts with these addresses are active, by the key of the address. */
async function accountsWith(db: Reader, realmId: number, addresses: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom("account")
    .select(["email_key", "is_active"])
    .where("realm_id", "=", realmId)
    .where("email_key", "=", sql<string>`any(${addresses.map(emailKey)}::text[])`)
    .execute();
  return new Map(rows.map(({ email_key, is_active }) => [email_key, is_active]));
}
