import { parseTime } from "./parse-time.ts";
import type { InlineParser, InlineRule } from "./inline-parser.ts";

const SYNTAX = /<time:([^>\n]{0,200})>/y;

/** A time such as `<time:2031-02-03T04:05:06+05:30>`, which is shown to each user in the user's own time zone. */
export const timeElement: InlineRule = {
  trigger: "<",
  parse(parser) {
    const { position, end } = parser;
    SYNTAX.lastIndex = position;
    const [whole, time] = SYNTAX.exec(parser.text) ?? [];
    if (whole === undefined || time === undefined || position + whole.length > end) return false;
    pushTime(parser, time);
    parser.position += whole.length;
    return true;
  },
};

function pushTime(parser: InlineParser, text: string): void {
  const moment = parseTime(text.trim());
  if (moment === null) parser.pushElement("span", [["class", "timestamp-error"]], `Invalid time format: ${text}`);
  else parser.pushElement("time", [["datetime", moment]], text);
}
