import { toHref } from "@parlance/markdown/urls.ts";
import { parseUrlTemplate, type UrlTemplate } from "@parlance/markdown/url-template.ts";

/** A URL template to whose addresses people may be led. Null if it is none, or begins as none of these. */
export function safeTemplate(source: string): UrlTemplate | null {
  const [beginning = ""] = source.split("{");
  return toHref(beginning) === null ? null : parseUrlTemplate(source);
}
