import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { isQuiet, formatQuietHours, parseQuietHours } from "./quiet-hours.ts";

const hours = (quiet_hours: string) => ({ quiet_hours, do_not_disturb_until: 0 });
const at = (moment: string) => Date.parse(moment);

test("quiet hours apply in the user's own time zone and can extend past midnight", () => {
  const nights = hours("12345 22:00-07:00");
  // 2026-11-23 is a Monday. In Berlin, the time is one hour ahead of UTC.
  assert.equal(isQuiet(nights, "Europe/Berlin", at("2026-11-23T20:59:00Z")), false);
  assert.equal(isQuiet(nights, "Europe/Berlin", at("2026-11-23T21:00:00Z")), true);
  assert.equal(isQuiet(nights, "Europe/Berlin", at("2026-11-24T05:59:59Z")), true);
  assert.equal(isQuiet(nights, "Europe/Berlin", at("2026-11-24T06:00:00Z")), false);
  assert.equal(isQuiet(nights, "", at("2026-11-23T21:00:00Z")), false, "without a zone by UTC");
  // The period that starts on Friday ends on Saturday. No period starts on Sunday.
  assert.equal(isQuiet(nights, "UTC", at("2026-11-28T06:00:00Z")), true);
  assert.equal(isQuiet(nights, "UTC", at("2026-11-30T06:00:00Z")), false);
});

test("quiet hours can cover whole days, and Do not disturb ends at the given time", () => {
  const weekends = hours("67 00:00-24:00");
  assert.equal(isQuiet(weekends, "UTC", at("2026-11-28T00:00:00Z")), true);
  assert.equal(isQuiet(weekends, "UTC", at("2026-11-29T23:59:59Z")), true);
  assert.equal(isQuiet(weekends, "UTC", at("2026-11-30T00:00:00Z")), false);
  const until = { quiet_hours: "", do_not_disturb_until: at("2026-11-23T12:00:00Z") / 1000 };
  assert.equal(isQuiet(until, "UTC", at("2026-11-23T11:59:59Z")), true);
  assert.equal(isQuiet(until, "UTC", at("2026-11-23T12:00:00Z")), false);
});

test("text that is not a list of weekdays with hours, or has more than ten periods, is not parsed", () => {
  for (const text of [
    "x",
    "8 10:00-11:00",
    "1 24:00-07:00",
    "1 10:00-24:01",
    "1 10:61-11:00",
    " 10:00-11:00",
    "1 1:00-2:00",
  ]) {
    assert.equal(parseQuietHours(text), null, text);
  }
  assert.equal(parseQuietHours(Array.from({ length: 11 }, () => "1 10:00-11:00").join(", ")), null);
});

test("parsing formatted periods yields the same periods, and notifications are paused at exactly those times", () => {
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
  const period = fc.record(
    { days: days.map((all) => new Set(all.toSorted((a, b) => a - b))), from: minute, to: minute },
    { noNullPrototype: true },
  );
  assertProperty(
    fc.property(
      fc.array(period, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 7 * 1440 - 1 }),
      (all, now) => {
        assert.deepEqual(parseQuietHours(formatQuietHours(all)), all);
        // Computes the expected result independently, from the minute of the week.
        const quiet = all.some(({ days: own, from, to }) =>
          [...own].some((day) => {
            const startMinute = (day - 1) * 1440 + from;
            const length = to > from ? to - from : to + 1440 - from;
            return [now, now + 7 * 1440].some((one) => one >= startMinute && one < startMinute + length);
          }),
        );
        const monday = Date.parse("2026-11-23T00:00:00Z");
        assert.equal(isQuiet(hours(formatQuietHours(all)), "UTC", monday + now * 60_000), quiet);
      },
    ),
    { rounds: 200, exploreRounds: 5_000 },
  );
});
