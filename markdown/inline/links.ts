import type { StateInline } from "markdown-it";
import { renderContext } from "../render-context.ts";
import { relativeTo, toHref } from "../urls.ts";
import { parseLinkTarget } from "./link-target.ts";
import { pushElement, type InlineRule } from "./inline-rule.ts";

/** Link with a label: `[text](address "title")`. */
export const namedLink: InlineRule = {
  name: "named_link",
  triggers: "[",
  parse(state, silent) {
    const { src, pos, posMax } = state;
    if (src[pos] !== "[" || src[pos - 1] === "!" || state.linkLevel > 0) return false;
    const labelEnd = renderContext(state.env).scan(src).closingBracket(pos);
    if (labelEnd === undefined || src[labelEnd + 1] !== "(") return false;
    const target = parseLinkTarget(src, labelEnd + 2, posMax);
    const absolute = target && toHref(target.address);
    if (!target || !absolute) return false;
    const href = relativeTo(renderContext(state.env).lookups.realmUrl, absolute);
    if (!silent) {
      openLink(state, href, target.title);
      pushLabel(state, pos + 1, labelEnd, href);
      state.push("a_close", "a", -1);
      state.posMax = posMax;
    }
    state.pos = target.end;
    return true;
  },
};

/** A web or email address without markup. */
export const bareLink: InlineRule = {
  name: "bare_link",
  triggers: "",
  parse(state, silent) {
    if (state.linkLevel > 0) return false;
    const context = renderContext(state.env);
    const link = context.scan(state.src).linkFrom(state.pos);
    if (link?.start !== state.pos || link.end > state.posMax) return false;
    if (!silent) {
      const href = relativeTo(context.lookups.realmUrl, link.href);
      context.findings.addLink(href, context.quoteDepth > 0);
      pushElement(state, "a", [["href", href]], state.src.slice(link.start, link.end));
    }
    state.pos = link.end;
    return true;
  },
};

function openLink(state: StateInline, href: string, title: string | undefined): void {
  const context = renderContext(state.env);
  context.findings.addLink(href, context.quoteDepth > 0);
  state.push("a_open", "a", 1).attrs =
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
function pushLabel(state: StateInline, start: number, end: number, href: string): void {
  if (state.src.slice(start, end).trim() === "") {
    state.push("text", "", 0).content = href;
    return;
  }
  state.pos = start;
  state.posMax = end;
  state.linkLevel++;
  state.md.inline.tokenize(state);
  state.linkLevel--;
}
