import type { RenderContext } from "../render-context.ts";
import type { Attributes } from "../token.ts";
import { canStartReference, parseGroupMention, parseUserMention, type UserMention } from "../mention-syntax.ts";
import type { InlineParser, InlineRule } from "./inline-parser.ts";

interface Mention {
  readonly classes: string;
  readonly attributes: Attributes;
  readonly name: string;
  readonly silent: boolean;
  /** Records the mention. Called only if the mention becomes part of the output. */
  readonly report: () => void;
}

/**
 * Mention of a user, or wildcard mention: `@**Name**`, `@**Name|9**`, `@**|9**`, `@**all**`, `@**topic**`. With `@_`,
 * it is silent.
 */
export const userMention: InlineRule = {
  trigger: "@",
  parse(parser) {
    const { text, position, end, context } = parser;
    if (!canStartReference(text, position)) return false;
    const read = parseUserMention(text, position);
    if (!read || read.end > end) return false;
    const mention = read.wildcard ? wildcardMention(context, read) : resolveUser(context, read);
    if (!mention) return false;
    pushMention(parser, mention);
    parser.position = read.end;
    return true;
  },
};

/** Mention of a group: `@*name*`. With `@_`, it is silent. */
export const groupMention: InlineRule = {
  trigger: "@",
  parse(parser) {
    const { text, position, end, context } = parser;
    if (!canStartReference(text, position)) return false;
    const read = parseGroupMention(text, position);
    if (!read || read.end > end) return false;
    const { lookupIndex, findings, quoteDepth } = context;
    const group = lookupIndex.findGroup(read.name);
    if (!group) return false;
    const quiet = read.silent || group.deactivated || quoteDepth > 0;
    pushMention(parser, {
      classes: "user-group-mention",
      attributes: [["data-user-group-id", String(group.id)]],
      name: group.name,
      silent: quiet,
      report: () => !quiet && findings.addGroup(group.id),
    });
    parser.position = read.end;
    return true;
  },
};

function wildcardMention({ findings, quoteDepth }: RenderContext, { wildcard, text, silent }: UserMention): Mention {
  const isTopic = wildcard === "topic";
  const quiet = silent || quoteDepth > 0;
  return {
    classes: isTopic ? "topic-mention" : "user-mention channel-wildcard-mention",
    attributes: isTopic ? [] : [["data-user-id", "*"]],
    name: text,
    silent: quiet,
    report: () => !quiet && findings.addWildcard(isTopic ? "topic" : "channel"),
  };
}

function resolveUser({ lookupIndex, findings, quoteDepth }: RenderContext, read: UserMention): Mention | undefined {
  const user = lookupIndex.findUser(read.name, read.id);
  if (!user) return undefined;
  const quiet = read.silent || !user.is_active || quoteDepth > 0;
  return {
    classes: "user-mention",
    attributes: [["data-user-id", String(user.id)]],
    name: user.full_name,
    silent: quiet,
    report: () => findings.addUser(user.id, quiet),
  };
}

function pushMention(parser: InlineParser, { classes, attributes, name, silent, report }: Mention): void {
  const all: Attributes = [["class", silent ? `${classes} silent` : classes], ...attributes];
  parser.pushElement("span", all, silent ? name : `@${name}`);
  report();
}
