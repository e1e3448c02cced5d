import { z } from "zod";

/** Turns text that matches into links. */
export const Linkifier = z.strictObject({
  id: z.int(),
  pattern: z.string().describe("Regular expression with named groups"),
  url_template: z.string().describe("RFC 6570 template over those groups"),
});
export type Linkifier = z.infer<typeof Linkifier>;

/** A site that runs code blocks of one language. */
export const Playground = z.strictObject({
  id: z.int(),
  name: z.string(),
  pygments_language: z.string(),
  url_template: z.string().describe("RFC 6570 template with the one variable `code`"),
});
export type Playground = z.infer<typeof Playground>;

/** The older form: pattern, URL format, id. */
export const LegacyLinkifier = z.array(z.union([z.string(), z.int()])).describe("Pattern, URL format, id");
export type LegacyLinkifier = z.infer<typeof LegacyLinkifier>;
