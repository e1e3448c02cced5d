import type { StateInline } from "markdown-it";

/** A rule of the inline parser. */
export interface InlineRule {
  readonly name: string;
  /** Characters with which its syntax can start; plain text ends before them. */
  readonly triggers: string;
  /** Parses the syntax that starts at `state.pos`: moves past it and, unless `silent`, pushes its tokens. */
  readonly parse: (state: StateInline, silent: boolean) => boolean;
}

/** Pushes `<tag …>text</tag>`. The attributes must be in alphabetical order. */
export function pushElement(state: StateInline, tag: string, attributes: [string, string][], text: string): void {
  state.push(`${tag}_open`, tag, 1).attrs = attributes;
  state.push("text", "", 0).content = text;
  state.push(`${tag}_close`, tag, -1);
}
