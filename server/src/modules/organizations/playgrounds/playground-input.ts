import { text } from "#kernel/http/params.ts";

/** The parameters that describe a playground. */
export const playgroundInput = {
  name: text({ max: 100 }).describe("As people read it; unlike those of the others of the same language"),
  pygments_language: text({ max: 40 }).describe("Name of the language, as code blocks are marked with it"),
  url_template: text({ max: 1000 }).describe("URL template (RFC 6570) with the one variable `code`"),
};
