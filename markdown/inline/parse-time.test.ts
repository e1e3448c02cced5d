import assert from "node:assert/strict";
import { test } from "node:test";
import { parseTime } from "./parse-time.ts";

const timesByText: Readonly<Record<string, readonly string[]>> = {
  "2031-02-03T16:05:06Z": [
    "2031-02-03T16:05:06Z",
    "2031-02-03 16:05:06",
    "2031-02-03T16:05:06.789+00:00",
    "2031-02-03T21:35:06+05:30",
    "2031-02-03T21:35:06+0530",
    "2031-02-03T08:05:06-08",
    "20310203T160506Z",
    "2031/02/03 16:05:06 UTC",
    "Mon, 3 Feb 2031 16:05:06 GMT",
    "Mon, 03 Feb 2031 17:05:06 +0100",
    "Feb 3, 2031, 4:05:06 PM",
    "February 3rd 2031 at 4:05:06 p.m.",
    "3 February 2031 16:05:06",
    "16:05:06 on 3rd of Feb 2031",
    "02/03/2031 4:05:06pm",
    "2031-02-03 11:05:06 EST",
    "2031-02-03 6:05:06 pm EET",
    "Feb 3 2031 21:35:06 IST",
    "2031-02-03T16:05:06 WET",
    "1927901106",
  ],
  "2031-02-13T00:00:00Z": ["2031-02-13", "13.2.2031", "2/13/2031", "13-Feb-2031", "12am Feb 13 2031", "2031 feb. 13"],
  "2031-02-13T12:00:00Z": ["2031-02-13 12", "2031-02-13 12pm", "2031-02-13T12:00"],
  "1969-12-31T23:59:59Z": ["-1", "1969-12-31 23:59:59"],
};

test("times are parsed in all common notations", () => {
  for (const [moment, texts] of Object.entries(timesByText)) {
    for (const text of texts) assert.equal(parseTime(text), moment, text);
  }
});

test("invalid times and days that do not exist are rejected", () => {
  for (const text of [
    "soon",
    "",
    "Feb 2031",
    "10:30",
    "2031-02-30",
    "2031-13-01",
    "2031-01-01 24:30",
    "2031-01-01 13pm",
    "2031-01-01 0am",
    "2031-01-01T00:00+99:00",
    "99999999999999",
    "Fun 3 2031",
    "2031-01-01 10:00 XYZ",
    "0000-01-01",
  ]) {
    assert.equal(parseTime(text), null, text);
  }
});
