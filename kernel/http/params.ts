import { z } from "zod";
import { toRowId } from "../base/storable-values.ts";
import { QUANTITY, withKinds } from "./parameter-kinds.ts";

/**
 * Conversion of a parameter's text to a value.
 * - `raw`: the text is the value.
 * - `json`: the text is parsed as JSON.
 * - `lenient`: the text is parsed if it is valid JSON; otherwise it is the value. For parameters that some clients send
 *   as JSON and others as plain text.
 */
export type Encoding = "raw" | "json" | "lenient";

interface EncodingRules {
  encoding?: Encoding;
  allowUnstorable?: boolean;
}

const encodingRules = z.registry<EncodingRules>();

/** Rules for a text. Lengths are in characters, which are Unicode code points. */
interface TextRules {
  /** Minimum number of characters. If it is 1, an empty text is rejected with `cannot be blank`. */
  min?: number;
  max?: number;
  length?: number;
  /** A text that does not match is rejected with `has invalid format`. */
  pattern?: RegExp;
  /** Accepts null bytes and unpaired surrogates. For endpoints that reject them with an error of their own. */
  allowUnstorable?: true;
}

/**
 * A text, sent without quotes. Null bytes and unpaired surrogates are rejected by default, because the database cannot
 * store them.
 */
export function text(rules: TextRules = {}): z.ZodString {
  let schema = z.string();
  if (rules.min !== undefined) schema = schema.min(rules.min);
  if (rules.max !== undefined) schema = schema.max(rules.max);
  if (rules.length !== undefined) schema = schema.length(rules.length);
  if (rules.pattern) schema = schema.regex(rules.pattern);
  return rules.allowUnstorable ? schema.register(encodingRules, { allowUnstorable: true }) : schema;
}

/** A whole number that counts or measures something. For a number that identifies something, use `id()`. */
export function int({ min, max }: { min?: number; max?: number } = {}): z.ZodInt {
  let schema = z.int();
  if (min !== undefined) schema = schema.min(min);
  if (max !== undefined) schema = schema.max(max);
  return withKinds(schema, QUANTITY);
}

/**
 * The id of a user, channel or other row, but not of messages, whose ids may be larger. A number that is too large for
 * the database column is replaced by the largest valid id, which does not exist either but can be looked up.
 */
export const id = (): z.ZodInt => z.int().min(0).overwrite(toRowId);

/** A boolean, sent as `true` or `false`. */
export const bool = (): z.ZodBoolean => z.boolean();

/** One of several words, sent without quotes. */
export const choice = <const W extends readonly [string, ...string[]]>(...words: W) => z.enum(words);

/** Any other value, sent as JSON. `allowUnstorable` applies to all texts in the value, as with `text`. */
export const json = <S extends z.ZodType>(schema: S, { allowUnstorable }: Pick<TextRules, "allowUnstorable"> = {}): S =>
  withEncoding(schema, "json", allowUnstorable);

/** A value that clients send as JSON or as plain text: `"general"`, `general`, `7` and `[7]` are all accepted. */
export const jsonOrText = <S extends z.ZodType>(schema: S): S => withEncoding(schema, "lenient");

/** An integer, or one of several words. */
export const intOr = <const W extends readonly [string, ...string[]]>(...words: W) =>
  jsonOrText(z.union([int(), z.enum(words)]));

export const USUALLY_REQUIRED = "x-required-of-most";

/** A parameter that only a few callers may omit. Its description names them, and the reference marks it as required. */
export const usuallyRequired = <S extends z.ZodType>(schema: S) => schema.optional().meta({ [USUALLY_REQUIRED]: true });

/**
 * Sets the whole text of an error, which may depend on the value: `.refine(check, exactly("No such thing"))`. Without
 * `exactly`, the text follows the parameter's name: `Invalid <name>: <text>`.
 */
export const exactly = (message: string | ((value: unknown) => string)) => ({
  error: typeof message === "string" ? message : ({ input }: { input?: unknown }) => message(input),
  params: { exact: true },
});

function withEncoding<S extends z.ZodType>(schema: S, encoding: Encoding, allowUnstorable?: true): S {
  const known = encodingRules.get(schema)?.encoding;
  if (known && known !== encoding) throw new Error(`A parameter cannot be ${known} and ${encoding}`);
  encodingRules.add(schema, { ...encodingRules.get(schema), encoding, ...(allowUnstorable && { allowUnstorable }) });
  return schema;
}

/** Returns the encoding rules of a parameter with this schema. */
export function encodingRulesOf(schema: z.core.$ZodType): Required<EncodingRules> {
  let found: EncodingRules = {};
  let core = schema;
  for (let inner: z.core.$ZodType | undefined = schema; inner; inner = innerSchema(inner)) {
    found = { ...encodingRules.get(inner), ...found };
    core = inner;
  }
  return { encoding: isText(core) ? "raw" : "json", allowUnstorable: false, ...found };
}

/** Returns whether a path parameter with this schema accepts only digits. */
export const isNumeric = (schema: z.core.$ZodType): boolean => encodingRulesOf(schema).encoding === "json";

/** Returns whether values of the schema are texts or words, which are sent without quotes. */
function isText({ _zod }: z.core.$ZodType): boolean {
  const { type } = _zod.def;
  if (type === "enum" || type === "literal")
    return [...(_zod.values ?? [])].every((value) => typeof value === "string");
  return type === "string" || type === "template_literal";
}

/** Returns the schema inside a wrapper such as `.optional()`, `.default()` or `.transform()`. */
function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  return def.innerType ?? def.in;
}
