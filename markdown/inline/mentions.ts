import type { StateInline } from "markdown-it";
import { renderContext, type RenderContext } from "../render-context.ts";
import { canStartReference, parseGroupMention, parseUserMention, type UserMention } from "../mention-syntax.ts";
import { pushElement, type InlineRule } from "./inline-rule.ts";

interface Mention {
  readonly classes: string;
  readonly attributes: readonly [string, string][];
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
  name: "user_mention",
  triggers: "@",
  parse(state, silent) {
    if (state.src[state.pos] !== "@" || !canStartReference(state.src, state.pos)) return false;
    const read = parseUserMention(state.src, state.pos);
    if (!read || read.end > state.posMax) return false;
    const context = renderContext(state.env);
    const mention = read.wildcard ? wildcardMention(context, read) : resolveUser(context, read);
    if (!mention) return false;
    if (!silent) pushMention(state, mention);
    state.pos = read.end;
    return true;
  },
};

/** Mention of a group: `@*name*`. With `@_`, it is silent. */
export const groupMention: InlineRule = {
  name: "group_mention",
  triggers: "@",
  parse(state, silent) {
    if (state.src[state.pos] !== "@" || !canStartReference(state.src, state.pos)) return false;
    const read = parseGroupMention(state.src, state.pos);
    if (!read || read.end > state.posMax) return false;
    const { lookupIndex, findings, quoteDepth } = renderContext(state.env);
    const group = lookupIndex.findGroup(read.name);
    if (!group) return false;
    const quiet = read.silent || group.deactivated || quoteDepth > 0;
    if (!silent) {
      pushMention(state, {
        classes: "user-group-mention",
        attributes: [["data-user-group-id", String(group.id)]],
        name: group.name,
        silent: quiet,
        report: () => !quiet && findings.addGroup(group.id),
      });
    }
    state.pos = read.end;
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

function pushMention(state: StateInline, { classes, attributes, name, silent, report }: Mention): void {
  const all: [string, string][] = [["class", silent ? `${classes} silent` : classes], ...attributes];
  pushElement(state, "span", all, silent ? name : `@${name}`);
  report();
}
