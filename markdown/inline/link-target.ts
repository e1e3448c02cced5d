const MAX_PARENTHESES = 32;
const MAX_LENGTH_WITH_SPACES = 1_000;
const BLANK = /[ \n]*/y;
const IN_ANGLES = /<([^<>\n]*)>/y;
/** Matches a title. A quotation mark within the title does not end it if the closing parenthesis does not follow. */
const TITLE = /"((?:[^"]|"(?![ \n]*\)))*)"|'((?:[^']|'(?![ \n]*\)))*)'/y;

export interface LinkTarget {
  readonly address: string;
  readonly title: string | undefined;
  /** Position after the closing parenthesis. */
  readonly end: number;
}

/** Parses the rest of a link, such as `address "title")`, after its opening parenthesis. */
export function parseLinkTarget(text: string, start: number, max: number): LinkTarget | null {
  return parseWithTitle(text, start, max) ?? parseWithSpaces(text, start, max);
}

/** Parses an address that has no title and may contain spaces. */
function parseWithSpaces(text: string, start: number, max: number): LinkTarget | null {
  let open = 0;
  for (let position = start; position < Math.min(max, start + MAX_LENGTH_WITH_SPACES); position++) {
    const character = text.charAt(position);
    if ("\"'<>\n".includes(character)) return null;
    if (character === "(" && ++open > MAX_PARENTHESES) return null;
    if (character !== ")" || --open >= 0) continue;
    const address = text.slice(start, position).trim();
    return address === "" ? null : { address, title: undefined, end: position + 1 };
  }
  return null;
}

function parseWithTitle(text: string, start: number, max: number): LinkTarget | null {
  let position = skipBlank(text, start);
  const [whole, inner] = matchAt(IN_ANGLES, text, position) ?? [];
  const end = whole === undefined ? endOfAddress(text, position, max) : position + whole.length;
  const address = (inner ?? text.slice(position, end)).trim();
  if (address === "") return null;
  position = end;
  const afterBlank = skipBlank(text, position);
  const title = afterBlank > position ? matchAt(TITLE, text, afterBlank) : null;
  position = skipBlank(text, afterBlank + (title?.[0].length ?? 0));
  if (position >= max || text[position] !== ")") return null;
  return { address, title: title?.[1] ?? title?.[2], end: position + 1 };
}

/**
 * Finds the end of an address: a space, or a closing parenthesis without an opening one in the address. The limit `max`
 * prevents texts such as `[a]([a]([a](…` from taking quadratic time.
 */
function endOfAddress(text: string, start: number, max: number): number {
  let open = 0;
  let position = start;
  for (; position < max; position++) {
    const code = text.charCodeAt(position);
    if (code <= 0x20 || code === 0x7f) break;
    if (code === 0x28 && ++open > MAX_PARENTHESES) break;
    if (code === 0x29 && --open < 0) break;
  }
  return position;
}

function skipBlank(text: string, position: number): number {
  return position + (matchAt(BLANK, text, position)?.[0].length ?? 0);
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}
