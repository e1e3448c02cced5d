import { emailVisibilities, type EmailVisibility } from "@parlance/contract/entities/email-visibility.ts";
import type { Fields } from "@parlance/kernel/http/form.ts";

/** Time zone of users who choose none. */
export const DEFAULT_TIME_ZONE = "UTC";

let zones: readonly string[] | undefined;

/** Returns the time zones that the server knows, by their IANA names; UTC is first. */
export const timeZones = (): readonly string[] =>
  (zones ??= [DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== DEFAULT_TIME_ZONE)]);

/** Options for the users who can see a user's email address, from all to none, with their values in the settings. */
export const visibilityOptions: readonly (readonly [value: EmailVisibility, label: string])[] = [
  [emailVisibilities.everyone, "Everyone"],
  [emailVisibilities.members, "Members"],
  [emailVisibilities.moderators, "Moderators and administrators"],
  [emailVisibilities.administrators, "Administrators"],
  [emailVisibilities.nobody, "Nobody"],
];

/** Returns the chosen option; empty if it is not one of them. */
export function parseVisibility(form: Fields): { emailVisibility?: EmailVisibility } {
  const chosen = visibilityOptions.find(([value]) => String(value) === form["email_visibility"]);
  return chosen ? { emailVisibility: chosen[0] } : {};
}
