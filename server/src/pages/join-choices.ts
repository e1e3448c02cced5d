import { emailVisibilities, type EmailVisibility } from "@parlance/contract/entities/email-visibility.ts";
import type { Fields } from "#kernel/http/form.ts";

/** Who may see a user's address: values as the settings have them, from all to none. */
export const visibilities: readonly (readonly [value: EmailVisibility, label: string])[] = [
  [emailVisibilities.everyone, "Everybody in the organization"],
  [emailVisibilities.members, "Members, but not guests"],
  [emailVisibilities.moderators, "Administrators and moderators"],
  [emailVisibilities.administrators, "Administrators"],
  [emailVisibilities.nobody, "Nobody"],
];

/** What was chosen; nothing where it is none of these. */
export function visibilityIn(form: Fields): { emailVisibility?: EmailVisibility } {
  const chosen = visibilities.find(([value]) => String(value) === form["email_visibility"]);
  return chosen ? { emailVisibility: chosen[0] } : {};
}
