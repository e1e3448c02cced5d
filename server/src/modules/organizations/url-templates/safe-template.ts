import { toHref } from "@parlance/markdown/urls.ts";
import { parseUrlTemplate, type UrlTemplate } from "@parlance/markdown/url-template.ts";

/**
 * Parses a URL template. Null if the template is invalid, or if its start would allow unsafe URLs, such as those that
 * run scripts.
 */
export function safeTemplate(source: string): UrlTemplate | null {
  const [prefix = ""] = source.split("{");
  return toHref(prefix) === null ? null : parseUrlTemplate(source);
}
