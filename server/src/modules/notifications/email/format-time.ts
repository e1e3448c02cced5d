import type { AccountSnapshot } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";

/**
 * Creates a function that formats times for the recipient of an email, in the recipient's time zone. The date is left
 * out if it is the day of the email. Create one function per email and reuse it, because formatters use much memory
 * outside of the JavaScript heap.
 */
export function createTimeFormat(
  account: Pick<AccountSnapshot, "timezone" | "settings">,
  now: Date,
): (at: Date) => string {
  const timeZone = account.timezone || "UTC";
  // American English is used for the 12-hour format: British English would give 09:05 am, and 0:05 pm for noon with
  // some versions of Node.js.
  const [language, hourCycle] = changeableSettings(account).twenty_four_hour_time
    ? (["en-GB", "h23"] as const)
    : (["en-US", "h12"] as const);
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short", hourCycle, timeZone });
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone });
  const zone = account.timezone ? "" : " UTC";
  const today = day.format(now);
  return (at) => {
    const date = day.format(at);
    return date === today ? `${time.format(at)}${zone}` : `${date}, ${time.format(at)}${zone}`;
  };
}
