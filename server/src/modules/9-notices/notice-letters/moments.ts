import type { KnownAccount } from "#modules/1-ground/users/directory.ts";
import { changeableSettings } from "#modules/1-ground/users/settings.ts";

/** A moment as a reader of a letter is told it, in their time zone: the day is left out where it is that of the letter. */
export function momentFor(account: Pick<KnownAccount, "timezone" | "settings">, at: Date, now: Date): string {
  const timeZone = account.timezone || "UTC";
  // Of twelve hours British English makes 09:05 am, and with some versions of Node 0:05 pm of noon.
  const [language, hourCycle] = changeableSettings(account).twenty_four_hour_time
    ? (["en-GB", "h23"] as const)
    : (["en-US", "h12"] as const);
  const time = new Intl.DateTimeFormat(language, { timeStyle: "short", hourCycle, timeZone }).format(at);
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone });
  const zone = account.timezone ? "" : " UTC";
  return day.format(at) === day.format(now) ? `${time}${zone}` : `${day.format(at)}, ${time}${zone}`;
}
