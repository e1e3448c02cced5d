import { toHref } from "@parlance/markdown/urls.ts";
import { parseUrlTemplate, type UrlTemplate } from "@parlance/markdown/url-template.ts";

/** Parses a URL template whose URLs are safe to open. Null if it is invalid, or if it starts like an unsafe URL. */
export function safeTemplate(source: string): UrlTemplate | null {
  const [beginning = ""] = source.split("{");
  return toHref(beginning) === null ? null : parseUrlTemplate(source);
}
