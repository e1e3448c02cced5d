import { emailVisibilities, type EmailVisibility } from "@parlance/contract/entities/email-visibility.ts";
import type { Fields } from "@parlance/kernel/http/form.ts";

/** Time zone of users who choose none. */
export const DEFAULT_TIME_ZONE = "UTC";

let zones: readonly string[] | undefined;

/** Returns the time zones that the server knows, by their IANA names; UTC is first. */
export const timeZones = (): readonly string[] =>
  (zones ??= [DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== DEFAULT_TIME_ZONE)]);

/**
 * Options for the visibility of a user's email address, with their values in the settings, from all users to no user.
 */
export const visibilityOptions: readonly (readonly [value: EmailVisibility, label: string])[] = [
  [emailVisibilities.everyone, "Everyone"],
  [emailVisibilities.members, "Members"],
  [emailVisibilities.moderators, "Moderators and administrators"],
  [emailVisibilities.administrators, "Administrators"],
  [emailVisibilities.nobody, "Nobody"],
];

/** Returns the selected option; an empty object if the form contains no valid option. */
export function parseVisibility(form: Fields): { emailVisibility?: EmailVisibility } {
  const chosen = visibilityOptions.find(([value]) => String(value) === form["email_visibility"]);
  return chosen ? { emailVisibility: chosen[0] } : {};
}
