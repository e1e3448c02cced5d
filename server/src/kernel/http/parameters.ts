import type { z } from "zod";
import { ConfusingParameters, InvalidParameter, MissingParameter } from "./errors.ts";
import type { Fields } from "./form.ts";
import { issueText, parseContext } from "./issues.ts";
import { MAX_JSON_DEPTH, MAX_VALUE_LENGTH } from "./limits.ts";
import { type Encoding, handlingOf, isNumeric } from "./params.ts";

/** Names that every operation takes. */
const commonNames = ["client", "method"];

/** What a request sent, by where it sent it. */
export interface Sent {
  readonly body: Fields;
  readonly query: Fields;
}

export interface ParameterReader {
  /** The declared parameters' values. Throws the first mistake, in the order of declaration. */
  read(sent: Sent): Record<string, unknown>;
  /** Names that were sent and that nobody reads, sorted; undefined if there are none. */
  ignored(sent: Sent): string[] | undefined;
}

interface Parameter {
  readonly name: string;
  /** The name and its aliases. */
  readonly names: readonly string[];
  readonly decode: (text: string) => unknown;
}

type Aliases = Readonly<Partial<Record<string, readonly string[]>>>;

/** Prepares the reading of an operation's named parameters; done once for each operation. */
export function compileParameters(schema: z.ZodObject, aliases: Aliases = {}): ParameterReader {
  const parameters = Object.entries(schema.shape).map(([name, field]) => compileParameter(name, field, aliases[name]));
  const known = new Set([...commonNames, ...parameters.flatMap(({ names }) => names)]);
  return {
    read: (sent) => parse(schema, parameters, (parameter) => find(parameter.names, sent)),
    ignored: (sent) => ignoredNames(known, sent),
  };
}

/** The same for the parameters in the path, which the router found. Of numbers it let through digits alone. */
export function compilePathParameters(schema: z.ZodObject): (segments: Fields) => Record<string, unknown> {
  const parameters = Object.entries(schema.shape).map(([name, field]) =>
    isNumeric(field) ? { name, names: [name], decode: Number } : compileParameter(name, field),
  );
  return (segments) => parse(schema, parameters, ({ name }) => segments[name]);
}

function compileParameter(name: string, schema: z.core.$ZodType, aliases: readonly string[] = []): Parameter {
  const { encoding, allowNul } = handlingOf(schema);
  return { name, names: [name, ...aliases], decode: (text) => decode(name, text, encoding, allowNul) };
}

type Lookup = (parameter: Parameter) => string | undefined;

function parse(schema: z.ZodObject, parameters: readonly Parameter[], lookup: Lookup): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let refused: { at: number; error: Error } | undefined;
  for (const [at, parameter] of parameters.entries()) {
    try {
      const text = lookup(parameter);
      if (text !== undefined) values[parameter.name] = parameter.decode(text);
    } catch (error) {
      refused = { at, error: error as Error };
      break;
    }
  }
  const result = schema.safeParse(values, parseContext);
  if (result.success) {
    if (refused) throw refused.error;
    return result.data;
  }
  const [issue] = result.error.issues;
  if (!issue) throw result.error;
  const at = parameters.findIndex(({ name }) => name === issue.path[0]);
  if (refused && (at === -1 || at >= refused.at)) throw refused.error;
  throw toError(issue, values);
}

function toError(issue: z.core.$ZodIssue, values: Record<string, unknown>): Error {
  const [name] = issue.path;
  const isAbsent = issue.path.length === 1 && values[String(name)] === undefined && issue.code !== "custom";
  return isAbsent ? new MissingParameter({ var_name: String(name) }) : new InvalidParameter(issueText(issue));
}

function find(names: readonly string[], { body, query }: Sent): string | undefined {
  let found: string | undefined;
  let foundAs: string | undefined;
  for (const name of names) {
    const text = body[name] ?? query[name];
    if (text === undefined) continue;
    if (foundAs !== undefined) throw new ConfusingParameters({ var_name1: foundAs, var_name2: name });
    found = text;
    foundAs = name;
  }
  return found;
}

function ignoredNames(known: ReadonlySet<string>, { body, query }: Sent): string[] | undefined {
  let names: Set<string> | undefined;
  for (const fields of [body, query]) {
    for (const name in fields) if (!known.has(name)) (names ??= new Set()).add(name);
  }
  return names && [...names].sort();
}

function decode(name: string, text: string, encoding: Encoding, allowNul: boolean): unknown {
  if (text.length > MAX_VALUE_LENGTH) {
    throw new InvalidParameter(`${name} is too long (limit: ${MAX_VALUE_LENGTH} characters)`);
  }
  if (!allowNul && hasNul(text, encoding)) throw new InvalidParameter(`${name} has invalid format`);
  if (encoding === "raw") return text;
  try {
    if (isDeep(text)) throw new SyntaxError("Nested too deeply");
    return parseJson(text);
  } catch {
    if (encoding === "lenient") return text;
    throw new InvalidParameter(`${name} is not valid JSON`);
  }
}

/** Whether the value will hold a NUL character, as such or as an escape of JSON. */
const hasNul = (text: string, encoding: Encoding): boolean =>
  text.includes("\0") || (encoding !== "raw" && text.includes("\\u0000") && /(?<!\\)(?:\\\\)*\\u0000/.test(text));

/** Escapes can bring in halves of characters, which the database refuses: they become replacement characters. */
function parseJson(text: string): unknown {
  if (!/\\u[dD]/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown) => (typeof value === "string" ? value.toWellFormed() : value));
}

function isDeep(text: string): boolean {
  if (text.length <= 2 * MAX_JSON_DEPTH) return false;
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (isInString) {
      if (c === "\\") i++;
      else if (c === '"') isInString = false;
    } else if (c === '"') isInString = true;
    else if (c === "[" || c === "{") {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (c === "]" || c === "}") depth--;
  }
  return false;
}
