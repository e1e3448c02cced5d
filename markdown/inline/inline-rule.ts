import type { StateInline } from "markdown-it";

/** A rule of the inline parser. */
export interface InlineRule {
  readonly name: string;
  /** Characters with which the rule's syntax can start. Plain text ends before them. */
  readonly triggers: string;
  /**
   * Parses the syntax that starts at `state.pos`. If it matches, moves past it and, unless `silent`, adds its tokens.
   */
  readonly parse: (state: StateInline, silent: boolean) => boolean;
}

/** Adds the tokens of `<tag …>text</tag>`. The attributes must be in alphabetical order. */
export function pushElement(state: StateInline, tag: string, attributes: [string, string][], text: string): void {
  state.push(`${tag}_open`, tag, 1).attrs = attributes;
  state.push("text", "", 0).content = text;
  state.push(`${tag}_close`, tag, -1);
}
