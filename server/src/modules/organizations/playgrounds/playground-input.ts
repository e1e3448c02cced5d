import { text } from "@parlance/kernel/http/params.ts";

/** The parameters that describe a playground. */
export const playgroundInput = {
  name: text({ max: 100 }).describe("Display name; unique among the playgrounds of the language."),
  pygments_language: text({ max: 40 }).describe("Name of the language, as used in code blocks."),
  url_template: text({ max: 1000 }).describe("RFC 6570 URL template with the variable `code`."),
};
