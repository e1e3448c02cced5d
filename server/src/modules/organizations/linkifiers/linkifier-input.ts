import { text } from "@parlance/kernel/http/params.ts";

/** The parameters that describe a linkifier. */
export const linkifierInput = {
  pattern: text({ max: 500 }).describe(
    "Regular expression in RE2 syntax, with named groups. A match must start at the beginning of the text, or " +
      "after whitespace or one of `'\"(,:<`. It must not be followed by a letter or digit. Matches of more than " +
      "128 characters are ignored.",
  ),
  url_template: text({ max: 1000 }).describe(
    "RFC 6570 URL template. Its variables must be exactly the named groups of the pattern.",
  ),
};
