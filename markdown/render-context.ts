import { LookupIndex } from "./lookup-index.ts";
import { RenderFindings } from "./render-findings.ts";
import { MAX_FORMULA_WEIGHT } from "./formula.ts";
import { RenderError, type Lookups } from "./render-types.ts";

/**
 * Maximum nesting of containers (quotes and lists), in elements. Deeper markers are shown as text. Each level scans its
 * lines again, so the limit also bounds the time.
 */
export const MAX_DEPTH = 24;

/** Maximum number of table cells per message that are added to fill short rows. */
const MAX_PADDING_CELLS = 4096;

/**
 * Maximum number of characters of code per message that are highlighted. Each line counts for some additional
 * characters. The rest is not highlighted.
 */
const MAX_HIGHLIGHTED_CHARACTERS = 8_000;
const CHARACTERS_PER_LINE = 8;

/** Time after which a rendering is aborted, in milliseconds. */
const RENDER_TIMEOUT_MS = 5_000;

/** The state of one rendering, which all rules share. */
export class RenderContext {
  readonly lookups: Lookups;
  readonly lookupIndex: LookupIndex;
  readonly findings: RenderFindings;
  /** Number of quotes around the current text. Mentions in a quote notify no users. */
  quoteDepth = 0;
  paddingCells = MAX_PADDING_CELLS;
  /** Remaining weight that formulas may have; see `MAX_FORMULA_WEIGHT`. */
  formulaWeight = MAX_FORMULA_WEIGHT;
  #highlighted = 0;
  readonly #deadline = performance.now() + RENDER_TIMEOUT_MS;

  constructor(lookups: Lookups) {
    this.lookups = lookups;
    this.findings = new RenderFindings(lookups);
    this.lookupIndex = new LookupIndex(lookups);
  }

  /** Throws RenderError if the rendering has taken too long. Must be called before each step of the work. */
  assertTimeLeft(): void {
    if (performance.now() > this.#deadline) throw new RenderError("Rendering takes too long");
  }

  /** Counts a line of code with this length, and returns whether it may be highlighted. */
  consumeCodeLine(length: number): boolean {
    this.assertTimeLeft();
    this.#highlighted += length + CHARACTERS_PER_LINE;
    return this.#highlighted <= MAX_HIGHLIGHTED_CHARACTERS;
  }
}
