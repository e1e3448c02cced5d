import { relativeTo, toHref } from "../urls.ts";
import { parseLinkTarget } from "./link-target.ts";
import type { InlineParser, InlineRule } from "./inline-parser.ts";

/** Link with a label: `[text](address "title")`. */
export const namedLink: InlineRule = {
  trigger: "[",
  parse(parser) {
    const { text, position, end, context } = parser;
    if (text[position - 1] === "!" || parser.isInLink) return false;
    const labelEnd = parser.scan.closingBracket(position);
    if (labelEnd === undefined || text[labelEnd + 1] !== "(") return false;
    const target = parseLinkTarget(text, labelEnd + 2, end);
    const absolute = target && toHref(target.address);
    if (!target || !absolute) return false;
    const href = relativeTo(context.lookups.realmUrl, absolute);
    openLink(parser, href, target.title);
    pushLabel(parser, position + 1, labelEnd, href);
    parser.push("a_close", "a", -1);
    parser.position = target.end;
    return true;
  },
};

/** A web or email address without markup. */
export const bareLink: InlineRule = {
  trigger: "",
  parse(parser) {
    const { text, position, end, context } = parser;
    const link = parser.scan.linkFrom(position);
    if (link?.start !== position || link.end > end) return false;
    const href = relativeTo(context.lookups.realmUrl, link.href);
    context.findings.addLink(href, context.quoteDepth > 0);
    parser.pushElement("a", [["href", href]], text.slice(position, link.end));
    parser.position = link.end;
    return true;
  },
};

function openLink(parser: InlineParser, href: string, title: string | undefined): void {
  const { context } = parser;
  context.findings.addLink(href, context.quoteDepth > 0);
  parser.push("a_open", "a", 1).attributes =
    title === undefined
      ? [["href", href]]
      : [
          ["href", href],
          ["title", title],
        ];
}

/**
 * Adds the label of a link, or the URL if the label is blank. The label may contain elements that take precedence over
 * links (such as code, mentions and times), but no other links.
 */
function pushLabel(parser: InlineParser, start: number, end: number, href: string): void {
  if (parser.text.slice(start, end).trim() === "") {
    parser.push("text", "", 0).content = href;
    return;
  }
  parser.position = start;
  parser.isInLink = true;
  parser.parseUntil(end);
  parser.isInLink = false;
}
