import { emailVisibilities, type EmailVisibility } from "@parlance/contract/entities/email-visibility.ts";
import type { Fields } from "@parlance/kernel/http/form.ts";

/** The time zone of those who choose none. */
export const DEFAULT_TIME_ZONE = "UTC";

let zones: readonly string[] | undefined;

/** The time zones that the server knows, by their IANA names; UTC first. */
export const timeZones = (): readonly string[] =>
  (zones ??= [DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== DEFAULT_TIME_ZONE)]);

/** Who may see a user's address: values as the settings have them, from all to none. */
export const visibilityOptions: readonly (readonly [value: EmailVisibility, label: string])[] = [
  [emailVisibilities.everyone, "Everyone"],
  [emailVisibilities.members, "Members"],
  [emailVisibilities.moderators, "Moderators and administrators"],
  [emailVisibilities.administrators, "Administrators"],
  [emailVisibilities.nobody, "Nobody"],
];

/** What was chosen; nothing where it is none of these. */
export function parseVisibility(form: Fields): { emailVisibility?: EmailVisibility } {
  const chosen = visibilityOptions.find(([value]) => String(value) === form["email_visibility"]);
  return chosen ? { emailVisibility: chosen[0] } : {};
}
