import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { type EmailProblem, loadEmailRules } from "#modules/organizations/core/email-rules.ts";
import { systemBotEmails } from "#modules/organizations/core/system-realm.ts";
import { emailKey, isEmailAddress } from "#modules/users/core/email-addresses.ts";

/** An address that was not invited, with the reason, and whether the address belongs to a deactivated account. */
export type RejectedInvitee = [email: string, reason: string, isDeactivated: boolean];

interface ClassifiedInvitees {
  readonly invitable: readonly string[];
  /** Addresses that are malformed, or that the organization's rules do not allow. */
  readonly invalid: readonly RejectedInvitee[];
  /** Addresses that already have an account, or are reserved for system bots. */
  readonly existing: readonly RejectedInvitee[];
}

const reasons: Readonly<Record<EmailProblem, string>> = {
  domain: "Outside your domain.",
  disposable: "Please use your real email address.",
  plus: "Email addresses containing + are not allowed.",
};

/**
 * Parses a text with addresses that are separated by commas or newlines. Each is either `Name <address>` or a plain
 * address. Removes duplicates.
 */
export function parseAddresses(text: string): string[] {
  const found = new Map<string, string>();
  for (const part of text.split(/[,\n]/)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== "" && !found.has(emailKey(address))) found.set(emailKey(address), address);
  }
  return [...found.values()];
}

/** Classifies addresses: those that can be invited, invalid ones, and those that already have an account. */
export async function classifyInvitees(
  db: Reader,
  realmId: number,
  addresses: readonly string[],
): Promise<ClassifiedInvitees> {
  const problemOf = await loadEmailRules(db, realmId);
  const accounts = await loadAccountStates(db, realmId, addresses);
  const [welcome, wrong, known]: [string[], RejectedInvitee[], RejectedInvitee[]] = [[], [], []];
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
  return { invitable: welcome, invalid: wrong, existing: known };
}

/** Loads the accounts with these addresses, and returns whether each is active, keyed by `emailKey`. */
async function loadAccountStates(
  db: Reader,
  realmId: number,
  addresses: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom("account")
    .select(["email_key", "is_active"])
    .where("realm_id", "=", realmId)
    .where("email_key", "=", sql<string>`any(${addresses.map(emailKey)}::text[])`)
    .execute();
  return new Map(rows.map(({ email_key, is_active }) => [email_key, is_active]));
}
