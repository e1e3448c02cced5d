import type { Json } from "../openapi/schemas.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
}

/** A row of a table of fields. */
export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Json;
  readonly description?: string;
}

const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes a text for HTML, including attributes. */
export const escape = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? "");

/** Escapes a text for HTML, and converts text in backquotes to code elements and empty lines to paragraph breaks. */
export const prose = (text: string): string =>
  escape(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll("\n\n", "<br><br>");

/** Returns the anchor of a named schema on the page. */
export const schemaAnchor = (name: string): string => `schema-${name}`;

/** Describes a type in words, such as `list of integer`, with links to named schemas. */
function typeOf(schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map(typeOf))].join(" or ");
  if (schema.$ref !== undefined) return link(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1));
  if (schema.const !== undefined) return value(schema.const);
  if (schema.enum) return schema.enum.map(value).join(", ");
  if (schema.prefixItems) return `(${schema.prefixItems.map(typeOf).join(", ")})`;
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.additionalProperties instanceof Object) return `object of ${typeOf(schema.additionalProperties)}`;
  return escape([schema.type ?? "anything"].flat().join(" or "));
}

const link = (name: string): string => `<a href="#${schemaAnchor(escape(name))}">${escape(name)}</a>`;

const value = (item: unknown): string => `<code>${escape(JSON.stringify(item))}</code>`;

/** Returns the fields of an object's schema, including those of nested objects as `outer.inner`. */
export function fieldsOf(schema: Json, prefix = ""): Field[] {
  const { properties = {}, required = [], allOf = [], anyOf, oneOf, items, additionalProperties } = schema as Schema;
  const own = Object.entries(properties).flatMap(([key, inner]) => {
    const { description } = inner;
    const field = { name: prefix + key, isRequired: required.includes(key), schema: inner as Json };
    return [
      description === undefined ? field : { ...field, description },
      ...fieldsOf(inner as Json, `${prefix}${key}.`),
    ];
  });
  const parts = [...allOf, ...(anyOf ?? oneOf ?? []), ...(items ? [items] : [])];
  if (additionalProperties instanceof Object) parts.push(additionalProperties);
  return [...own, ...parts.flatMap((part) => fieldsOf(part as Json, prefix))];
}

/**
 * Renders a table of fields, or an empty string if there are no fields. `always` is the word for a field that is never
 * omitted.
 */
export function fieldTable(caption: string, fields: readonly Field[], always = "always"): string {
  if (fields.length === 0) return "";
  const rows = fields.map(({ name, isRequired, schema, description = "" }) => {
    const { default: preset }: Schema = schema;
    const presence = preset === undefined ? (isRequired ? always : "optional") : `default ${value(preset)}`;
    // Names of nested fields are long, so line breaks are allowed after dots.
    const label = escape(name).replaceAll(".", ".<wbr>");
    return `<tr><th scope="row"><code>${label}</code></th><td>${typeOf(schema)}</td><td>${presence}</td><td>${prose(description)}</td></tr>`;
  });
  return (
    `<div class="scroll"><table><caption>${escape(caption)}</caption><thead><tr><th scope="col">Name</th><th scope="col">Type</th>` +
    `<th scope="col">Presence</th><th scope="col">Description</th></tr></thead><tbody>${rows.join("\n")}</tbody></table></div>`
  );
}
