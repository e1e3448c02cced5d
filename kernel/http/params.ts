import { z } from "zod";
import { toRowId } from "../base/storable-values.ts";
import { QUANTITY, withKinds } from "./parameter-kinds.ts";

/**
 * How the text of a parameter becomes a value.
 * - `raw`: the text itself.
 * - `json`: parsed as JSON.
 * - `lenient`: parsed as JSON where it is JSON, else the text itself; for parameters that clients send either way.
 */
export type Encoding = "raw" | "json" | "lenient";

interface EncodingRules {
  encoding?: Encoding;
  allowUnstorable?: boolean;
}

const encodingRules = z.registry<EncodingRules>();

/** Lengths are of characters: Unicode code points. */
interface TextRules {
  /** Fewest characters; 1 refuses with `cannot be blank`. */
  min?: number;
  max?: number;
  length?: number;
  /** Else `has invalid format`. */
  pattern?: RegExp;
  /** Lets null bytes and unpaired surrogates through, for an endpoint that refuses them with an error of its own. */
  allowUnstorable?: true;
}

/** A text, sent as it is. Null bytes are refused: the database cannot store them. */
export function text(rules: TextRules = {}): z.ZodString {
  let schema = z.string();
  if (rules.min !== undefined) schema = schema.min(rules.min);
  if (rules.max !== undefined) schema = schema.max(rules.max);
  if (rules.length !== undefined) schema = schema.length(rules.length);
  if (rules.pattern) schema = schema.regex(rules.pattern);
  return rules.allowUnstorable ? schema.register(encodingRules, { allowUnstorable: true }) : schema;
}

/** A whole number that counts or measures; what identifies something is an `id()`. */
export function int({ min, max }: { min?: number; max?: number } = {}): z.ZodInt {
  let schema = z.int();
  if (min !== undefined) schema = schema.min(min);
  if (max !== undefined) schema = schema.max(max);
  return withKinds(schema, QUANTITY);
}

/**
 * The id of a user, channel or other row; not of messages, whose ids may be larger. A number that is too large for the column
 * is an id that does not exist: it becomes another one like that, which the database can look for.
 */
export const id = (): z.ZodInt => z.int().min(0).overwrite(toRowId);

/** `true` or `false`. */
export const bool = (): z.ZodBoolean => z.boolean();

/** One of some words, sent bare. */
export const choice = <const W extends readonly [string, ...string[]]>(...words: W) => z.enum(words);

/** Anything else, sent as JSON. `allowUnstorable`: as with `text`, in all texts of it. */
export const json = <S extends z.ZodType>(schema: S, { allowUnstorable }: Pick<TextRules, "allowUnstorable"> = {}): S =>
  withEncoding(schema, "json", allowUnstorable);

/** A value that clients send as JSON or as bare text: `"general"`, `general`, `7` and `[7]` all arrive. */
export const jsonOrText = <S extends z.ZodType>(schema: S): S => withEncoding(schema, "lenient");

/** A whole number, or one of some words instead. */
export const intOr = <const W extends readonly [string, ...string[]]>(...words: W) =>
  jsonOrText(z.union([int(), z.enum(words)]));

export const USUALLY_REQUIRED = "x-required-of-most";

/** A parameter that only few callers, whom its description names, may leave out: the reference calls it required. */
export const usuallyRequired = <S extends z.ZodType>(schema: S) => schema.optional().meta({ [USUALLY_REQUIRED]: true });

/**
 * For `.refine(check, exactly("No such thing"))`: the whole text of the error, perhaps made from the value. A plain
 * text instead of it follows the name: `Invalid <name>: <text>`.
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

/** How a parameter of this schema is read. */
export function encodingRulesOf(schema: z.core.$ZodType): Required<EncodingRules> {
  let found: EncodingRules = {};
  let core = schema;
  for (let inner: z.core.$ZodType | undefined = schema; inner; inner = innerSchema(inner)) {
    found = { ...encodingRules.get(inner), ...found };
    core = inner;
  }
  return { encoding: isText(core) ? "raw" : "json", allowUnstorable: false, ...found };
}

/** Whether a path parameter of this schema takes digits alone. */
export const isNumeric = (schema: z.core.$ZodType): boolean => encodingRulesOf(schema).encoding === "json";

/** Texts and words are sent bare, whatever else they are wrapped in. */
function isText({ _zod }: z.core.$ZodType): boolean {
  const { type } = _zod.def;
  if (type === "enum" || type === "literal")
    return [...(_zod.values ?? [])].every((value) => typeof value === "string");
  return type === "string" || type === "template_literal";
}

/** What is inside `.optional()`, `.default()`, `.transform()` and their like. */
function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const def = schema._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  return def.innerType ?? def.in;
}
