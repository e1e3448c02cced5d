/** The text that an operator adds around the values of an expression (RFC 6570, appendix A). */
interface Operator {
  readonly first: string;
  readonly separator: string;
  /** If present, each value is preceded by its name. For an empty value, this text replaces the `=` after the name. */
  readonly ifEmpty?: string;
  /** True if reserved characters and existing percent-encoding are not encoded. */
  readonly allowsReserved?: true;
}

const operators: Readonly<Record<string, Operator>> = {
  "": { first: "", separator: "," },
  "+": { first: "", separator: ",", allowsReserved: true },
  "#": { first: "#", separator: ",", allowsReserved: true },
  ".": { first: ".", separator: "." },
  "/": { first: "/", separator: "/" },
  ";": { first: ";", separator: ";", ifEmpty: "" },
  "?": { first: "?", separator: "&", ifEmpty: "=" },
  "&": { first: "&", separator: "&", ifEmpty: "=" },
};

interface Variable {
  readonly name: string;
  /** Maximum number of characters of the value that are used. */
  readonly prefix: number;
}

interface Expression {
  readonly operator: Operator;
  readonly variables: readonly Variable[];
}

/** A parsed template: literal texts, and the expressions between them. */
export interface UrlTemplate {
  readonly parts: readonly (string | Expression)[];
  readonly variables: ReadonlySet<string>;
}

const EXPRESSION = /\{([^{}]*)\}/;
const VARIABLE = /^((?:\w|%[0-9a-f]{2})(?:\.?(?:\w|%[0-9a-f]{2}))*)(?::([1-9]\d{0,3})|\*)?$/i;
/**
 * Matches characters that are not allowed outside of expressions: control characters, unpaired surrogates,
 * `"'<>\^`{|}`, whitespace, and a percent sign that does not start an encoded character.
 */
const NOT_LITERAL = /[\p{Cc}\p{Cs}\s"'<>\\^`{|}]|%(?![0-9a-f]{2})/iu;

/**
 * Parses a URL template of any level of RFC 6570. Returns null if the template is invalid. The modifier `*` has no
 * effect, because all values are texts.
 */
export function parseUrlTemplate(source: string): UrlTemplate | null {
  const pieces = source.split(EXPRESSION);
  const parts = pieces.map((piece, index) => (index % 2 === 0 ? parseLiteral(piece) : parseExpression(piece)));
  if (!parts.every((part) => part !== null)) return null;
  const names = parts.flatMap((part) => (typeof part === "string" ? [] : part.variables.map(({ name }) => name)));
  return { parts, variables: new Set(names) };
}

const parseLiteral = (text: string): string | null => (NOT_LITERAL.test(text) ? null : encodeReserved(text));

function parseExpression(text: string): Expression | null {
  const sign = /^[+#./;?&]/.exec(text)?.[0] ?? "";
  const operator = operators[sign];
  const variables = text.slice(sign.length).split(",").map(parseVariable);
  return operator && variables.every((variable) => variable !== null) ? { operator, variables } : null;
}

function parseVariable(text: string): Variable | null {
  const [, name, prefix] = VARIABLE.exec(text) ?? [];
  return name === undefined ? null : { name, prefix: prefix === undefined ? Infinity : Number(prefix) };
}

/** Expands a template with these values. Variables without a value are omitted. */
export function expandUrlTemplate({ parts }: UrlTemplate, values: ReadonlyMap<string, string>): string {
  return parts.map((part) => (typeof part === "string" ? part : expand(part, values))).join("");
}

function expand({ operator, variables }: Expression, values: ReadonlyMap<string, string>): string {
  const { first, separator, ifEmpty, allowsReserved } = operator;
  const encode = allowsReserved ? encodeReserved : encodeUnreserved;
  const written = variables.flatMap(({ name, prefix }) => {
    const value = values.get(name)?.toWellFormed();
    if (value === undefined) return [];
    const text = encode(prefix < value.length ? Array.from(value).slice(0, prefix).join("") : value);
    if (ifEmpty === undefined) return [text];
    return [name + (text === "" ? ifEmpty : `=${text}`)];
  });
  return written.length === 0 ? "" : first + written.join(separator);
}

const escape = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

const encodeUnreserved = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, escape);

function encodeReserved(text: string): string {
  const pieces = text.split(/(%[0-9a-f]{2})/i);
  const encode = (piece: string) => encodeURI(piece).replaceAll("%5B", "[").replaceAll("%5D", "]");
  return pieces.map((piece, index) => (index % 2 === 0 ? encode(piece) : piece)).join("");
}
