import type { Env } from "markdown-it";
import { LookupIndex } from "./lookup-index.ts";
import { RenderFindings } from "./render-findings.ts";
import { InlineScan } from "./inline/inline-scan.ts";
import { MAX_FORMULA_WEIGHT } from "./formula.ts";
import { RenderError, type Lookups } from "./render-types.ts";

/**
 * Maximum nesting of containers (quotes, lists, spoilers), in elements; the markup of deeper ones is text. Each level
 * scans its lines again, so this limits the work as well as the depth of the HTML.
 */
export const MAX_DEPTH = 24;

/** Maximum number of table cells per message in addition to those that were written, to fill up short rows. */
const MAX_PADDING_CELLS = 4096;

/**
 * Maximum number of highlighted characters of code per message, where each line counts for some more; the rest is not
 * highlighted.
 */
const MAX_HIGHLIGHTED_CHARACTERS = 8_000;
const CHARACTERS_PER_LINE = 8;

/** Time after which a rendering is aborted, in milliseconds. */
const RENDER_TIMEOUT_MS = 5_000;

/** State of one rendering that the rules share; it is passed in markdown-it's `env`. */
export class RenderContext {
  readonly lookups: Lookups;
  readonly lookupIndex: LookupIndex;
  readonly findings: RenderFindings;
  /** Number of quotes around the present text. Mentions in a quote notify no users. */
  quoteDepth = 0;
  paddingCells = MAX_PADDING_CELLS;
  /** Remaining weight of formulas. */
  formulaWeight = MAX_FORMULA_WEIGHT;
  #highlighted = 0;
  readonly #deadline = performance.now() + RENDER_TIMEOUT_MS;
  #scan = new InlineScan("");

  constructor(lookups: Lookups) {
    this.lookups = lookups;
    this.findings = new RenderFindings(lookups);
    this.lookupIndex = new LookupIndex(lookups);
  }

  /** Throws if the rendering takes too long, on any machine. Call this before each piece of work. */
  assertTimeLeft(): void {
    if (performance.now() > this.#deadline) throw new RenderError("Rendering takes too long");
  }

  /** Whether a line of code of that length may be highlighted. */
  consumeCodeLine(length: number): boolean {
    this.assertTimeLeft();
    this.#highlighted += length + CHARACTERS_PER_LINE;
    return this.#highlighted <= MAX_HIGHLIGHTED_CHARACTERS;
  }

  /** Returns the scan of a paragraph's text, which is computed once. */
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
