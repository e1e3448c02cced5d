import { text } from "#kernel/http/params.ts";

/** The parameters that describe a linkifier. */
export const linkifierInput = {
  pattern: text({ max: 500 }).describe(
    "Regular expression in the syntax of RE2, with named groups. It is looked for at the beginning of a text or after a " +
      "blank or one of `'\"(,:<`, and before the end or anything but a letter or digit; matches of more than 128 " +
      "characters are no links",
  ),
  url_template: text({ max: 1000 }).describe(
    "URL template (RFC 6570) whose variables are the groups of the pattern, all of them and no others",
  ),
};
