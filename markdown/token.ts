export type Attributes = readonly (readonly [name: string, value: string])[];

const NO_ATTRIBUTES: Attributes = [];
const NO_CHILDREN: readonly Token[] = [];

/** A text, an element without content, or the start or the end of an element. */
export class Token {
  /** Kind of the token. For the start and the end of an element, it ends in `_open` and `_close`. */
  readonly type: string;
  readonly tag: string;
  /** 1 for the start of an element, -1 for its end, 0 for everything else. */
  readonly nesting: 1 | 0 | -1;
  /** Attributes in alphabetical order. */
  attributes: Attributes = NO_ATTRIBUTES;
  content = "";
  /** Language of a code block. */
  info = "";
  /** Parsed content of a block's text (a token of the type `inline`). */
  children: readonly Token[] = NO_CHILDREN;
  /** Whether the element is a block, with line breaks around it in the HTML. */
  block = false;
  /** Whether the token is not written. */
  hidden = false;

  constructor(type: string, tag: string, nesting: 1 | 0 | -1) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
  }
}

/** Creates a token of a text. */
export function createTextToken(content: string): Token {
  const token = new Token("text", "", 0);
  token.content = content;
  return token;
}
