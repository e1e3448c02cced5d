import type { StateInline } from "markdown-it";
import { renderContext } from "../render-context.ts";

/** Creates the rule for plain text, which extends to the next bare link or character that could start other syntax. */
export function createTextRule(triggers: string): (state: StateInline, silent: boolean) => boolean {
  const stops = new Uint8Array(128);
  for (const character of triggers) stops[character.charCodeAt(0)] = 1;
  return function text(state, silent) {
    const start = state.pos;
    const link = state.linkLevel > 0 ? undefined : renderContext(state.env).scan(state.src).linkFrom(start);
    const end = Math.min(state.posMax, link?.start ?? Infinity);
    let position = start;
    while (position < end && stops[state.src.charCodeAt(position)] !== 1) position++;
    if (position === start) return false;
    if (!silent) state.pending += state.src.slice(start, position);
    state.pos = position;
    return true;
  };
}
