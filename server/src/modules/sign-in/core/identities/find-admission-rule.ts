import type { Identity } from "./identity.ts";
import type { AdmissionRule } from "./common-provider-settings.ts";

/**
 * Finds the first rule that lets a user join without an invitation; null if no rule matches. The email address must be
 * verified.
 */
export function findAdmissionRule(
  rules: readonly AdmissionRule[],
  { email, groups }: Pick<Identity, "email" | "groups">,
): AdmissionRule | null {
  const domain = email?.slice(email.lastIndexOf("@") + 1).toLowerCase() ?? "";
  const fits = (rule: AdmissionRule): boolean =>
    (rule.domains?.includes(domain) ?? true) && (rule.groups?.some((group) => groups.includes(group)) ?? true);
  return rules.find(fits) ?? null;
}
