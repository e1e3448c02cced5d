import type { Reader } from "@parlance/kernel/db/types.ts";
import { defineError } from "@parlance/kernel/base/errors.ts";
import { loadRealmSettings } from "./queries.ts";

const DomainNotAllowed = defineError({
  text: ({ email }: { email: string }) => `Email '${email}' not allowed in this organization`,
});
const DisposableAddress = defineError({ text: "Please use your real email address." });
const PlusInAddress = defineError({ text: "Email addresses containing + are not allowed." });

/** Errors that `assertEmailAllowed` may throw. */
export const emailRuleErrors = [DomainNotAllowed, DisposableAddress, PlusInAddress] as const;

/**
 * Reason why an email address is not allowed: `domain`: outside of the organization's domains; `plus`: an alias with
 * `+`; `disposable`: a disposable address.
 */
export type EmailProblem = "domain" | "plus" | "disposable";

/**
 * Loads an organization's restrictions of email addresses, as a function that checks one well-formed address. If
 * domains are restricted, the address must be in one of them and must not contain a `+` alias. Otherwise, disposable
 * addresses are rejected if the organization forbids them.
 */
export async function loadEmailRules(db: Reader, realmId: number): Promise<(email: string) => EmailProblem | null> {
  const { emails_restricted_to_domains: isRestricted, disallow_disposable_email_addresses: mustLast } =
    await loadRealmSettings(db, realmId);
  if (!isRestricted) {
    const disposable: Domains = mustLast ? await disposableDomains() : new Set();
    return (email) => (disposable.has(domainOf(email)) ? "disposable" : null);
  }
  const domains = await db
    .selectFrom("realm_domain")
    .select(["domain", "allow_subdomains"])
    .where("realm_id", "=", realmId)
    .execute();
  const exact = new Set(domains.map(({ domain }) => domain));
  const suffixes = domains.filter(({ allow_subdomains }) => allow_subdomains).map(({ domain }) => `.${domain}`);
  return (email) => {
    const domain = domainOf(email);
    if (email.slice(0, email.lastIndexOf("@")).includes("+")) return "plus";
    return exact.has(domain) || suffixes.some((suffix) => domain.endsWith(suffix)) ? null : "domain";
  };
}

/** Throws one of `emailRuleErrors` if the organization's rules forbid the address. */
export async function assertEmailAllowed(db: Reader, realmId: number, email: string): Promise<void> {
  const problem = (await loadEmailRules(db, realmId))(email);
  if (problem === "domain") throw new DomainNotAllowed({ email });
  if (problem === "plus") throw new PlusInAddress();
  if (problem === "disposable") throw new DisposableAddress();
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

type Domains = ReadonlySet<string>;
let loadedDomains: Promise<Domains> | undefined;

/** Loads the list of disposable domains when it is first needed, because many servers never need it. */
const disposableDomains = (): Promise<Domains> =>
  (loadedDomains ??= import("disposable-email-domains-js").then(({ default: list }) =>
    list.disposableEmailBlocklistSet(),
  ));
