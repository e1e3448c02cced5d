import type { RenderContext } from "../render-context.ts";
import { createTextToken, Token, type Attributes } from "../token.ts";
import { InlineScan } from "./inline-scan.ts";

/** A rule of the inline parser. */
export interface InlineRule {
  /** Character with which the rule's syntax starts. Empty if it starts where a bare link starts. */
  readonly trigger: string;
  /** Parses the syntax that starts at `parser.position`. If it matches, moves past it and adds its tokens. */
  readonly parse: (parser: InlineParser) => boolean;
}

/** Inline rules by the code of the character that triggers them, in order of precedence. */
export class InlineRuleTable {
  readonly #rules: (readonly InlineRule[] | undefined)[];
  readonly #withoutTrigger: readonly InlineRule[];

  constructor(rules: readonly InlineRule[]) {
    const byTrigger = Map.groupBy(rules, ({ trigger }) => trigger);
    this.#withoutTrigger = byTrigger.get("") ?? [];
    this.#rules = Array.from({ length: 128 }, (_, code) => byTrigger.get(String.fromCharCode(code)));
  }

  isTrigger(code: number): boolean {
    return code < 128 && this.#rules[code] !== undefined;
  }

  rulesFor(code: number): readonly InlineRule[] {
    return this.#rules[code] ?? this.#withoutTrigger;
  }
}

/** Parses the markup of one text into tokens, except markup that depends on the tokens around it. */
export class InlineParser {
  readonly text: string;
  readonly context: RenderContext;
  readonly scan: InlineScan;
  readonly tokens: Token[] = [];
  /** Position of the next character. */
  position = 0;
  /** Position at which parsing stops: the end of the text, or of a link's label. */
  end = 0;
  isInLink = false;
  readonly #rules: InlineRuleTable;
  /** Plain text before the position that is not part of a token yet. */
  #plainText = "";

  constructor(text: string, context: RenderContext, rules: InlineRuleTable) {
    this.text = text;
    this.context = context;
    this.scan = new InlineScan(text);
    this.#rules = rules;
  }

  /** Parses from the current position to another one. */
  parseUntil(end: number): void {
    const outerEnd = this.end;
    this.end = end;
    while (this.position < end) {
      this.#advanceTo(this.#endOfPlainText());
      if (this.position < end && !this.#applyRules()) this.#advanceTo(this.position + 1);
    }
    this.#flushPlainText();
    this.end = outerEnd;
  }

  /** Adds a token. */
  push(type: string, tag: string, nesting: Token["nesting"]): Token {
    this.#flushPlainText();
    const token = new Token(type, tag, nesting);
    this.tokens.push(token);
    return token;
  }

  /** Adds the tokens of `<tag …>text</tag>`. The attributes must be in alphabetical order. */
  pushElement(tag: string, attributes: Attributes, text: string): void {
    this.push(`${tag}_open`, tag, 1).attributes = attributes;
    this.tokens.push(createTextToken(text), new Token(`${tag}_close`, tag, -1));
  }

  /** Returns the position of the next bare link or character that could start other syntax. */
  #endOfPlainText(): number {
    const link = this.isInLink ? undefined : this.scan.linkFrom(this.position);
    const end = Math.min(this.end, link?.start ?? Infinity);
    let position = this.position;
    while (position < end && !this.#rules.isTrigger(this.text.charCodeAt(position))) position++;
    return position;
  }

  #applyRules(): boolean {
    for (const rule of this.#rules.rulesFor(this.text.charCodeAt(this.position))) if (rule.parse(this)) return true;
    return false;
  }

  #advanceTo(position: number): void {
    this.#plainText += this.text.slice(this.position, position);
    this.position = position;
  }

  #flushPlainText(): void {
    if (this.#plainText !== "") this.tokens.push(createTextToken(this.#plainText));
    this.#plainText = "";
  }
}
