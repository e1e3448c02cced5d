import assert from "node:assert/strict";
import { test } from "node:test";
import { createTimeFormat } from "./format-time.ts";

const NOW = new Date("2026-11-25T21:05:00Z");

test("an email shows times in the format of its recipient, including noon and midnight", () => {
  const hours = ["00:05", "09:05", "12:05", "21:05"];
  const formatted = (timezone: string, twenty_four_hour_time: boolean) =>
    hours.map((hour) =>
      createTimeFormat({ timezone, settings: { twenty_four_hour_time } }, NOW)(new Date(`2026-11-25T${hour}:00Z`)),
    );
  assert.deepEqual(formatted("", false), ["12:05 AM UTC", "9:05 AM UTC", "12:05 PM UTC", "9:05 PM UTC"]);
  assert.deepEqual(formatted("", true), ["00:05 UTC", "09:05 UTC", "12:05 UTC", "21:05 UTC"]);
  assert.deepEqual(formatted("Asia/Kolkata", false), [
    "25 November, 5:35 AM",
    "25 November, 2:35 PM",
    "25 November, 5:35 PM",
    "2:35 AM",
  ]);
});
