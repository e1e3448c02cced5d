import { emailVisibilities, type EmailVisibility } from "@parlance/contract/entities/email-visibility.ts";
import type { Fields } from "#kernel/http/form.ts";

/** Who may see a user's address: values as the settings have them, from all to none. */
export const visibilities: readonly (readonly [value: EmailVisibility, label: string])[] = [
  [emailVisibilities.everyone, "Everyone"],
  [emailVisibilities.members, "Members"],
  [emailVisibilities.moderators, "Moderators and administrators"],
  [emailVisibilities.administrators, "Administrators"],
  [emailVisibilities.nobody, "Nobody"],
];

/** What was chosen; nothing where it is none of these. */
export function visibilityIn(form: Fields): { emailVisibility?: EmailVisibility } {
  const chosen = visibilities.find(([value]) => String(value) === form["email_visibility"]);
  return chosen ? { emailVisibility: chosen[0] } : {};
}
