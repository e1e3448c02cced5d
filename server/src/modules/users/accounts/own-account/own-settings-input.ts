import { z } from "zod";
import { text } from "@parlance/kernel/http/params.ts";
import { settingParameters } from "#modules/users/core/settings/user-settings.ts";
import { userEmail } from "#modules/platform/parameters/identifying-parameters.ts";

/** Request parameters that change the user's own account. */
export const settingsInput = z.object({
  full_name: text().optional().describe("2 to 100 characters."),
  email: userEmail().optional().describe("Takes effect once the user follows the link sent to the address."),
  old_password: text().optional().describe("Required with `new_password`."),
  new_password: text().optional().describe("8 to 100 characters, and not easy to guess."),
  timezone: text().refine(isTimeZone, "Not a recognized time zone").optional().describe("IANA time zone name."),
  ...settingParameters.shape,
});

/**
 * Returns whether a name is an IANA time zone. Offsets are rejected, because they do not account for daylight saving
 * time.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
