import type { AccountSnapshot } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";

/**
 * Creates the function that formats times for the recipient of an email, in the recipient's time zone; it omits the day
 * if that is the day of the email. Create it once for each email: formatters are large objects outside of the
 * JavaScript heap.
 */
export function createTimeFormat(
  account: Pick<AccountSnapshot, "timezone" | "settings">,
  now: Date,
): (at: Date) => string {
  const timeZone = account.timezone || "UTC";
  // In 12-hour format, British English results in 09:05 am, and with some versions of Node in 0:05 pm at noon.
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
