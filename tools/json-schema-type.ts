/** The subset of JSON Schema that Zod generates. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly readOnly?: boolean;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

const WIDTH = 120;
/** Maximum length of an object type that is written on one line, in characters. */
const OBJECT_WIDTH = 60;

/**
 * Returns the TypeScript type of the values that a schema accepts. A reference becomes the name of a type. `indent` is
 * the indentation of the line on which the type starts.
 */
export function schemaToType(schema: JsonSchema, indent = ""): string {
  return unionOf(variantsOf(schema, indent), indent);
}

/** Returns the members of an object type as source code, without the braces. */
export const objectMembers = ({ properties = {}, required = [] }: JsonSchema, indent: string): string[] =>
  Object.entries(properties).map(([name, schema]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const variants = variantsOf(schema, indent);
    if (required.includes(name)) return `${key}:${spaced(unionOf(variants, indent))};`;
    return `${key}?:${spaced(unionOf([...variants, "undefined"], indent))};`;
  });

/**
 * Returns the source code of an object type with the given members. It is written on one line if it is short enough.
 */
export function inBraces(members: readonly string[], indent: string): string {
  const line = `{ ${members.join(" ").replace(/;$/, "")} }`;
  if (!line.includes("\n") && line.length < OBJECT_WIDTH) return line;
  return ["{", ...members.map((member) => `${indent}  ${member}`), `${indent}}`].join("\n");
}

function variantsOf(schema: JsonSchema, indent: string): string[] {
  const { $ref, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) return [$ref.replace("#/$defs/", "")];
  const values = "const" in schema ? [schema.const] : schema.enum;
  if (values) return values.map((value) => JSON.stringify(value));
  const variants = anyOf ?? oneOf;
  if (variants) return variants.flatMap((variant) => variantsOf(variant, indent));
  if (type === undefined) return ["unknown"];
  return [type].flat().map((one) => typeNamed(one, schema, indent));
}

function unionOf(variants: readonly string[], indent: string): string {
  const different = [...new Set(variants)];
  const line = different.join(" | ");
  if (line.includes("\n") || line.length < WIDTH) return line;
  return different.map((variant) => `\n${indent}  | ${variant}`).join("");
}

function typeNamed(type: string, schema: JsonSchema, indent: string): string {
  switch (type) {
    case "integer":
      return "number";
    case "array":
      return arrayType(schema, indent);
    case "object":
      return objectType(schema, indent);
    default:
      return type;
  }
}

function arrayType({ items, prefixItems, readOnly }: JsonSchema, indent: string): string {
  const prefix = readOnly ? "readonly " : "";
  if (prefixItems) return `${prefix}[${prefixItems.map((item) => schemaToType(item, indent)).join(", ")}]`;
  const variants = variantsOf(items ?? {}, indent);
  const item = unionOf(variants, indent);
  const isPlain = variants.length === 1 && !item.startsWith("readonly ");
  return `${prefix}${isPlain ? item : `(${item})`}[]`;
}

function objectType(schema: JsonSchema, indent: string): string {
  const { properties, additionalProperties } = schema;
  const others = typeof additionalProperties === "object" ? schemaToType(additionalProperties, indent) : undefined;
  if (!properties) return `Record<string, ${others ?? "unknown"}>`;
  const known = inBraces(objectMembers(schema, `${indent}  `), indent);
  return others === undefined ? known : `${known} & Record<string, ${others}>`;
}

const spaced = (type: string): string => (type.startsWith("\n") ? type : ` ${type}`);
