import assert from "node:assert/strict";
import { test } from "node:test";
import { dayName, exactly, timeOfDay } from "./times.ts";

/** Every few hours of some years, at odd minutes. */
const moments = Array.from({ length: 5_000 }, (_, nth) => Date.UTC(2019, 0, 1) + nth * 13 * 3_601_000);
const plainSpaces = (text: string) => text.replaceAll(/\s/g, " ");

test("times are written as the language's own formats write them", () => {
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const usual = new Intl.DateTimeFormat("en", time);
  const twentyFour = new Intl.DateTimeFormat("en", { ...time, hourCycle: "h23" });
  const twelve = new Intl.DateTimeFormat("en", { ...time, hourCycle: "h12" });
  const whole = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "medium" });
  for (const moment of moments) {
    assert.equal(timeOfDay(moment, null), plainSpaces(usual.format(moment)));
    assert.equal(timeOfDay(moment, true), plainSpaces(twentyFour.format(moment)));
    assert.equal(timeOfDay(moment, false), plainSpaces(twelve.format(moment)));
    assert.equal(exactly(moment), plainSpaces(whole.format(moment)));
  }
});

test("so are days, with their year where it is another one", () => {
  const day = { weekday: "long", day: "numeric", month: "long" } as const;
  const within = new Intl.DateTimeFormat("en", day);
  const other = new Intl.DateTimeFormat("en", { ...day, year: "numeric" });
  const now = new Date(2020, 11, 31, 12).getTime();
  for (const moment of moments.filter((one) => now - one > 2 * 86_400_000)) {
    const format = new Date(moment).getFullYear() === 2020 ? within : other;
    assert.equal(dayName(moment, now), format.format(moment));
  }
});
