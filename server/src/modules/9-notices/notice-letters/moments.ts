import type { KnownAccount } from "#modules/1-ground/users/directory.ts";
import { changeableSettings } from "#modules/1-ground/users/settings.ts";

/** A moment as a reader of a letter is told it, in their time zone: the day is left out where it is that of the letter. */
export function momentFor(account: Pick<KnownAccount, "timezone" | "settings">, at: Date, now: Date): string {
  const timeZone = account.timezone || "UTC";
  const hour12 = !changeableSettings(account).twenty_four_hour_time;
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", hour12, timeZone }).format(at);
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone });
  const zone = account.timezone ? "" : " UTC";
  return day.format(at) === day.format(now) ? `${time}${zone}` : `${day.format(at)}, ${time}${zone}`;
}
