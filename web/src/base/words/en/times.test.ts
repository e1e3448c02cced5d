import assert from "node:assert/strict";
import { test } from "node:test";
import { dayName, exactly, timeOfDay } from "./times.ts";

/** 5,000 times, about 13 hours apart, so that all hours, minutes and weekdays of several years occur. */
const times = Array.from({ length: 5_000 }, (_, nth) => Date.UTC(2019, 0, 1) + nth * 13 * 3_601_000);
const plainSpaces = (text: string) => text.replaceAll(/\s/g, " ");

test("times are formatted in the same way as by `Intl.DateTimeFormat`", () => {
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const usual = new Intl.DateTimeFormat("en", time);
  const twentyFour = new Intl.DateTimeFormat("en", { ...time, hourCycle: "h23" });
  const twelve = new Intl.DateTimeFormat("en", { ...time, hourCycle: "h12" });
  const whole = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "medium" });
  for (const moment of times) {
    assert.equal(timeOfDay(moment, null), plainSpaces(usual.format(moment)));
    assert.equal(timeOfDay(moment, true), plainSpaces(twentyFour.format(moment)));
    assert.equal(timeOfDay(moment, false), plainSpaces(twelve.format(moment)));
    assert.equal(exactly(moment), plainSpaces(whole.format(moment)));
  }
});

test("days are formatted in the same way as by `Intl.DateTimeFormat`, with the year unless it is the current year", () => {
  const day = { weekday: "long", day: "numeric", month: "long" } as const;
  const within = new Intl.DateTimeFormat("en", day);
  const other = new Intl.DateTimeFormat("en", { ...day, year: "numeric" });
  const now = new Date(2020, 11, 31, 12).getTime();
  for (const moment of times.filter((one) => now - one > 2 * 86_400_000)) {
    const format = new Date(moment).getFullYear() === 2020 ? within : other;
    assert.equal(dayName(moment, now), format.format(moment));
  }
});
