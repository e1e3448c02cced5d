import type { Identity } from "./identity.ts";
import type { AdmissionRule } from "./common-provider-settings.ts";

/** Finds the first rule by which a user may join without an invitation; null: none. The address must be verified. */
export function findAdmissionRule(
  rules: readonly AdmissionRule[],
  { email, groups }: Pick<Identity, "email" | "groups">,
): AdmissionRule | null {
  const domain = email?.slice(email.lastIndexOf("@") + 1).toLowerCase() ?? "";
  const fits = (rule: AdmissionRule): boolean =>
    (rule.domains?.includes(domain) ?? true) && (rule.groups?.some((group) => groups.includes(group)) ?? true);
  return rules.find(fits) ?? null;
}
