import type { z } from "zod";
import { findUnstorableCharacters, findUnstorableInJson } from "../base/storable-values.ts";
import { ConfusingParameters, InvalidParameter, MissingParameter } from "./errors.ts";
import type { Fields } from "./form.ts";
import { issueText, parseContext } from "./validation-issues.ts";
import { JsonBudget, mayContainUnstorable, parseJson } from "./parse-json.ts";
import { MAX_VALUE_LENGTH } from "./limits.ts";
import { type Encoding, encodingRulesOf, isNumeric } from "./params.ts";

/** Parameter names that every operation accepts. */
const commonNames = ["client", "method"];

/** The parameters of a request: those in its body and those in its query string. */
export interface SentParameters {
  readonly body: Fields;
  readonly query: Fields;
}

export interface ParameterParser {
  /**
   * Returns the values of the declared parameters. Throws for the first invalid parameter, in the order of declaration.
   */
  read(sent: SentParameters): Record<string, unknown>;
  /** Returns the names of unknown parameters that were sent, sorted, or undefined if there are none. */
  ignored(sent: SentParameters): string[] | undefined;
}

interface CompiledParameter {
  readonly name: string;
  /** The name and its aliases. */
  readonly names: readonly string[];
  readonly decode: (text: string, allowance: JsonBudget) => unknown;
}

type Aliases = Readonly<Partial<Record<string, readonly string[]>>>;

/** Prepares a parser for an operation's form and query parameters. Called once for each operation. */
export function compileParameters(schema: z.ZodObject, aliases: Aliases = {}): ParameterParser {
  const parameters = Object.entries(schema.shape).map(([name, field]) => compileParameter(name, field, aliases[name]));
  const known = new Set([...commonNames, ...parameters.flatMap(({ names }) => names)]);
  return {
    read: (sent) => parse(schema, parameters, (parameter) => findText(parameter.names, sent)),
    ignored: (sent) => findIgnoredNames(known, sent),
  };
}

/**
 * Prepares a parser for an operation's path parameters, as found by the router. For a number, the router accepts only
 * digits. Such numbers are ids, and a number too large to be represented exactly is replaced, because no row has such
 * an id.
 */
export function compilePathParameters(schema: z.ZodObject): (segments: Fields) => Record<string, unknown> {
  const parameters = Object.entries(schema.shape).map(([name, field]) =>
    isNumeric(field)
      ? { name, names: [name], decode: (digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER) }
      : compileParameter(name, field),
  );
  return (segments) => parse(schema, parameters, ({ name }) => segments[name]);
}

function compileParameter(name: string, schema: z.core.$ZodType, aliases: readonly string[] = []): CompiledParameter {
  const { encoding, allowUnstorable } = encodingRulesOf(schema);
  return {
    name,
    names: [name, ...aliases],
    decode: (text, allowance) => decode({ name, text, encoding, allowUnstorable }, allowance),
  };
}

type Lookup = (parameter: CompiledParameter) => string | undefined;

function parse(schema: z.ZodObject, parameters: readonly CompiledParameter[], lookup: Lookup): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const allowance = new JsonBudget();
  let refused: { at: number; error: Error } | undefined;
  for (const [at, parameter] of parameters.entries()) {
    try {
      const text = lookup(parameter);
      if (text !== undefined) values[parameter.name] = parameter.decode(text, allowance);
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
  throw toParameterError(issue, values);
}

function toParameterError(issue: z.core.$ZodIssue, values: Record<string, unknown>): Error {
  const [name] = issue.path;
  const isAbsent = issue.path.length === 1 && values[String(name)] === undefined && issue.code !== "custom";
  return isAbsent ? new MissingParameter({ var_name: String(name) }) : new InvalidParameter(issueText(issue));
}

function findText(names: readonly string[], { body, query }: SentParameters): string | undefined {
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

function findIgnoredNames(known: ReadonlySet<string>, { body, query }: SentParameters): string[] | undefined {
  let names: Set<string> | undefined;
  for (const fields of [body, query]) {
    for (const name in fields) if (!known.has(name)) (names ??= new Set()).add(name);
  }
  return names && [...names].sort();
}

interface EncodedParameter {
  readonly name: string;
  readonly text: string;
  readonly encoding: Encoding;
  readonly allowUnstorable: boolean;
}

function decode({ name, text, encoding, allowUnstorable }: EncodedParameter, allowance: JsonBudget): unknown {
  if (text.length > MAX_VALUE_LENGTH) {
    throw new InvalidParameter(`${name} is too long (limit: ${MAX_VALUE_LENGTH} characters)`);
  }
  if (encoding !== "raw" && !allowance.spend(text)) throw new InvalidParameter(`${name} holds too many values`);
  const value = encoding === "raw" ? text : decodeJson(name, text, encoding);
  if (allowUnstorable) return value;
  const found =
    typeof value === "string"
      ? findUnstorableCharacters(value)
      : mayContainUnstorable(text) && findUnstorableInJson(value);
  if (found) throw new InvalidParameter(`${name} must not contain ${found}`);
  return value;
}

function decodeJson(name: string, text: string, encoding: Encoding): unknown {
  try {
    return parseJson(text);
  } catch {
    if (encoding === "lenient") return text;
    throw new InvalidParameter(`${name} is not valid JSON`);
  }
}
