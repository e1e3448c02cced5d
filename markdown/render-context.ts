import type { Env } from "markdown-it";
import { LookupIndex } from "./lookup-index.ts";
import { RenderFindings } from "./render-findings.ts";
import { InlineScan } from "./inline/inline-scan.ts";
import { MAX_FORMULA_WEIGHT } from "./formula.ts";
import { RenderError, type Lookups } from "./render-types.ts";

/**
 * Containers (quotes, lists, spoilers) are not nested deeper than this many elements; what would open another one is
 * text. Each level looks at its lines again, so that this bounds the work as well as the depth of the HTML.
 */
export const MAX_DEPTH = 24;

/** Cells that a message's tables may have beyond those written, to fill up short rows. */
const MAX_PADDING_CELLS = 4096;

/** Characters of code in a message that are coloured, if each line counts for some more; the rest is shown as it is. */
const MAX_HIGHLIGHTED_CHARACTERS = 8_000;
const CHARACTERS_PER_LINE = 8;

/** Milliseconds after which a rendering is given up. */
const RENDER_TIMEOUT_MS = 5_000;

/** The state of one rendering that the rules share; it travels in markdown-it's `env`. */
export class RenderContext {
  readonly lookups: Lookups;
  readonly lookupIndex: LookupIndex;
  readonly findings: RenderFindings;
  /** How many quotes surround the text at hand; within a quote nobody is notified. */
  quoteDepth = 0;
  paddingCells = MAX_PADDING_CELLS;
  /** What formulas may still weigh. */
  formulaWeight = MAX_FORMULA_WEIGHT;
  #highlighted = 0;
  readonly #deadline = performance.now() + RENDER_TIMEOUT_MS;
  #scan = new InlineScan("");

  constructor(lookups: Lookups) {
    this.lookups = lookups;
    this.findings = new RenderFindings(lookups);
    this.lookupIndex = new LookupIndex(lookups);
  }

  /** Call this before each piece of work. Throws if the rendering takes too long, on whatever machine. */
  assertTimeLeft(): void {
    if (performance.now() > this.#deadline) throw new RenderError("Rendering takes too long");
  }

  /** Whether a line of code of that length may be coloured. */
  consumeCodeLine(length: number): boolean {
    this.assertTimeLeft();
    this.#highlighted += length + CHARACTERS_PER_LINE;
    return this.#highlighted <= MAX_HIGHLIGHTED_CHARACTERS;
  }

  /** What was found ahead in a paragraph's text; computed once for it. */
  scan(text: string): InlineScan {
    if (this.#scan.text !== text) this.#scan = new InlineScan(text);
    return this.#scan;
  }
}

export interface RenderEnv extends Env {
  readonly context: RenderContext;
}

export function renderContext(env: Env): RenderContext {
  return (env as RenderEnv).context;
}
