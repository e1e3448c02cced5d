import { StringStream, type StreamParser } from "@codemirror/streamparser";
import type { LanguageMode } from "./language-mode.ts";

/** The end delimiter of a string or comment that continues on the next line, or null if there is none. */
type OpenText = "*/" | "'" | '"' | "`" | { readonly heredoc: string } | null;

interface PhpState {
  open: OpenText;
  /** The word or operator before the next name, which determines the type of that name. */
  before: string;
}

interface State {
  readonly php: PhpState;
  isInPhp: boolean;
  readonly host: unknown;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const KEYWORDS = words(
  "abstract and as break case catch class clone const continue declare default die do echo else elseif empty enddeclare " +
    "endfor endforeach endif endswitch endwhile enum eval exit extends final finally fn for foreach function global goto if " +
    "implements include include_once instanceof insteadof interface isset list match namespace new or print private protected " +
    "public readonly require require_once return static switch throw trait try unset use var while xor yield",
);
const TYPES = words("array bool callable float int iterable mixed never object string void");
const CONSTANTS = words("true false null");
const MAGIC_CONSTANT = /^__[A-Z]+__$/;
const BEFORE_FUNCTION_NAME = words("function");
const BEFORE_CLASS_NAME = words("class enum extends implements instanceof insteadof interface namespace new trait use");
/** Operators after which a name is a member, even if the name is a keyword. */
const BEFORE_MEMBER = words("-> ?-> ::");

const OPENING = /<\?(?:php(?![\w-])|=|(?=\s)|$)/i;
const AT_OPENING = new RegExp(`^${OPENING.source}`, "i");
const OPENING_ANYWHERE = new RegExp(OPENING.source, "im");
const NAME = /^\\?[a-z_\x80-\uffff][\w\x80-\uffff]*(?:\\[a-z_\x80-\uffff][\w\x80-\uffff]*)*/i;
const VARIABLE = /^\$+[a-z_\x80-\uffff][\w\x80-\uffff]*/i;
const NUMBER = /^(?:0x[\da-f_]+|0b[01_]+|\d[\d_]*(?:\.[\d_]*)?(?:e[-+]?\d+)?|\.\d[\d_]*(?:e[-+]?\d+)?)/i;
const OPERATOR = /^(?:\?->|->|::|(?:(?!\?>|\/[/*]|->|::)[-+*/%=<>!?.&|^~@:])+)/;
const HEREDOC = /^<<<[ \t]*(["']?)([a-z_]\w*)\1/i;

/** Reads a token of PHP. Must not be called at the end of a line. */
function readPhp(stream: StringStream, state: PhpState): string | null {
  if (state.open !== null) return readOpen(stream, state, state.open);
  if (stream.eatSpace()) return null;
  if (stream.match(/^#(?!\[)|^\/\//)) {
    if (!skipBefore(stream, "?>")) stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) return readOpen(stream, state, (state.open = "*/"));
  const heredoc = stream.match(HEREDOC);
  if (typeof heredoc === "object" && heredoc?.[2] !== undefined) {
    state.open = { heredoc: heredoc[2] };
    return "string";
  }
  const quote = stream.peek();
  if (quote === "'" || quote === '"' || quote === "`") {
    stream.next();
    return readOpen(stream, state, (state.open = quote));
  }
  return readWord(stream, state);
}

function readWord(stream: StringStream, state: PhpState): string | null {
  const before = state.before;
  state.before = "";
  if (stream.match(VARIABLE)) return "variableName.special";
  if (stream.match(NUMBER)) return "number";
  if (stream.match(NAME)) {
    const name = stream.current();
    const kind = kindOfName(name, before);
    // After a word such as `implements`, several class names may follow, separated by commas.
    state.before = kind === "className" ? before : name.toLowerCase();
    return kind;
  }
  if (stream.match(OPERATOR)) {
    const operator = stream.current();
    state.before = operator === "&" && BEFORE_FUNCTION_NAME.has(before) ? before : operator;
    return "operator";
  }
  if (stream.next() === "," && BEFORE_CLASS_NAME.has(before)) state.before = before;
  return null;
}

function kindOfName(name: string, before: string): string {
  const word = name.toLowerCase();
  if (BEFORE_MEMBER.has(before)) return "property";
  if (BEFORE_FUNCTION_NAME.has(before)) return "def";
  if (KEYWORDS.has(word)) return "keyword";
  if (BEFORE_CLASS_NAME.has(before)) return "className";
  if (CONSTANTS.has(word) || MAGIC_CONSTANT.test(name)) return "atom";
  if (word === "self" || word === "parent") return "self";
  return TYPES.has(word) ? "type" : "variableName";
}

/** Continues a string or comment up to its end, or up to the end of the line. */
function readOpen(stream: StringStream, state: PhpState, open: Exclude<OpenText, null>): string {
  if (open === "*/") {
    if (skipBefore(stream, open)) {
      stream.match(open);
      state.open = null;
    } else stream.skipToEnd();
    return "comment";
  }
  if (typeof open === "object") return readHeredoc(stream, state, open.heredoc);
  for (let next = stream.next(); next !== undefined; next = stream.next()) {
    if (next === "\\") stream.next();
    else if (next === open) {
      state.open = null;
      break;
    }
  }
  return "string";
}

function readHeredoc(stream: StringStream, state: PhpState, label: string): string {
  const isEnd = stream.sol() && new RegExp(`^\\s*${label}\\b`).test(stream.string);
  if (isEnd) {
    state.open = null;
    stream.pos = stream.string.indexOf(label) + label.length;
  } else stream.skipToEnd();
  return "string";
}

/** Moves to the next occurrence of a text in the line. Returns false if the line does not contain it. */
function skipBefore(stream: StringStream, text: string): boolean {
  const at = stream.string.indexOf(text, stream.pos);
  if (at >= 0) stream.pos = at;
  return at >= 0;
}

/** Reads a token of the language around PHP. Its mode gets only the part of each line before the next opening tag. */
function readHost(host: StreamParser<unknown>, stream: StringStream, state: unknown): string | null {
  const end = stream.string.slice(stream.pos).search(OPENING);
  if (end < 0) return host.token(stream, state);
  const part = new StringStream(stream.string.slice(0, stream.pos + end), 4, stream.indentUnit);
  part.pos = part.start = stream.pos;
  const style = host.token(part, state);
  stream.pos = part.pos;
  return style;
}

/**
 * Creates a mode for PHP between `<?php` and `?>` within another language. `isPhpWithoutTags`: whether code without an
 * opening tag is PHP from the start.
 */
export function withPhp(host: StreamParser<unknown>, { isPhpWithoutTags = false } = {}): LanguageMode {
  const start = (indentUnit: number, isInPhp: boolean): State => ({
    php: { open: null, before: "" },
    isInPhp,
    host: host.startState?.(indentUnit) ?? {},
  });
  const mode: StreamParser<State> = {
    startState: (indentUnit) => start(indentUnit, false),
    token(stream, state) {
      if (!state.isInPhp) {
        if (!stream.match(AT_OPENING)) return readHost(host, stream, state.host);
        state.isInPhp = true;
        return "meta";
      }
      const { open } = state.php;
      if (open === null && stream.match("?>")) {
        state.isInPhp = false;
        return "meta";
      }
      return readPhp(stream, state.php);
    },
    blankLine(state, indentUnit) {
      if (!state.isInPhp) host.blankLine?.(state.host, indentUnit);
    },
  };
  const startStateFor = (code: string, indentUnit: number) => start(indentUnit, !OPENING_ANYWHERE.test(code));
  return { ...(mode as StreamParser<unknown>), ...(isPhpWithoutTags && { startStateFor }) };
}
