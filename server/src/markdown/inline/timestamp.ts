import type { StateInline } from "markdown-it";
import { pushElement, type InlineRule } from "./rule.ts";

const SYNTAX = /<time:([^>\n]{0,200})>/y;
const UNIX_SECONDS = /^-?\d{1,12}(?:\.\d{1,9})?$/;
const ISO_8601 = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::?(\d\d)(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** `<time:2031-02-03T04:05:06+05:30>`: a moment that each reader sees in their own time zone. */
export const timestamp: InlineRule = {
  name: "timestamp",
  triggers: "<",
  parse(state, silent) {
    if (state.src[state.pos] !== "<") return false;
    SYNTAX.lastIndex = state.pos;
    const [whole, text] = SYNTAX.exec(state.src) ?? [];
    if (whole === undefined || text === undefined || state.pos + whole.length > state.posMax) return false;
    if (!silent) pushMoment(state, text);
    state.pos += whole.length;
    return true;
  },
};

function pushMoment(state: StateInline, text: string): void {
  const moment = parseMoment(text.trim());
  if (moment === null) pushElement(state, "span", [["class", "timestamp-error"]], `Invalid time format: ${text}`);
  else pushElement(state, "time", [["datetime", moment]], text);
}

/** A written moment as UTC in whole seconds, `2031-02-02T22:35:06Z`; what names no time zone is taken as UTC. */
function parseMoment(text: string): string | null {
  const milliseconds = UNIX_SECONDS.test(text) ? Number(text) * 1000 : parseIso(text);
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString().replace(/\.\d+Z$/, "Z") : null;
}

function parseIso(text: string): number {
  const [whole, day, minute = "00:00", second = "00", zone = "Z"] = ISO_8601.exec(text) ?? [];
  if (whole === undefined || day === undefined || !existsInCalendar(day)) return Number.NaN;
  const [sign = "", hours = "", minutes = "00"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone)?.slice(1) ?? [];
  return Date.parse(`${day}T${minute}:${second}${sign === "" ? "Z" : `${sign}${hours}:${minutes}`}`);
}

/** Engines differ in what they make of February 30. */
function existsInCalendar(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
