import type { Fields } from "#kernel/http/form.ts";
import { Visibility } from "#modules/1-ground/users/email-visibility.ts";

type VisibilityValue = (typeof Visibility)[keyof typeof Visibility];

/** Who may see somebody's address: values as the settings have them, from all to none. */
export const visibilities: readonly (readonly [value: VisibilityValue, label: string])[] = [
  [Visibility.everyone, "Everybody in the organization"],
  [Visibility.members, "Members, but not guests"],
  [Visibility.moderators, "Administrators and moderators"],
  [Visibility.administrators, "Administrators"],
  [Visibility.nobody, "Nobody"],
];

/** What was chosen; nothing where it is none of these. */
export function visibilityIn(form: Fields): { emailVisibility?: VisibilityValue } {
  const chosen = visibilities.find(([value]) => String(value) === form["email_visibility"]);
  return chosen ? { emailVisibility: chosen[0] } : {};
}
