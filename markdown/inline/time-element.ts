import type { StateInline } from "markdown-it";
import { parseTime } from "./parse-time.ts";
import { pushElement, type InlineRule } from "./inline-rule.ts";

const SYNTAX = /<time:([^>\n]{0,200})>/y;

/** A time such as `<time:2031-02-03T04:05:06+05:30>`, which is shown to each user in the user's own time zone. */
export const timeElement: InlineRule = {
  name: "timestamp",
  triggers: "<",
  parse(state, silent) {
    if (state.src[state.pos] !== "<") return false;
    SYNTAX.lastIndex = state.pos;
    const [whole, text] = SYNTAX.exec(state.src) ?? [];
    if (whole === undefined || text === undefined || state.pos + whole.length > state.posMax) return false;
    if (!silent) pushTime(state, text);
    state.pos += whole.length;
    return true;
  },
};

function pushTime(state: StateInline, text: string): void {
  const moment = parseTime(text.trim());
  if (moment === null) pushElement(state, "span", [["class", "timestamp-error"]], `Invalid time format: ${text}`);
  else pushElement(state, "time", [["datetime", moment]], text);
}
