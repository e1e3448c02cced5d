import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/** A JSON Schema, or a part of an OpenAPI document. */
export type Json = { readonly [name: string]: unknown };

/**
 * Converts Zod schemas to JSON Schemas. Schemas with an id (`.meta({ id })`) are collected, and referenced by their
 * ids.
 */
export class SchemaWriter {
  readonly #named = new Map<string, Json>();

  /** Converts a schema. Throws if it is recursive and has no id, or if two different schemas have the same id. */
  write(schema: z.core.$ZodType): Json {
    const {
      $schema: _,
      $defs,
      ...root
    } = z.toJSONSchema(schema, { io: "input", override: tidySchema }) as Record<string, unknown>;
    for (const [id, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) this.#name(id, definition);
    return toReference(root) as Json;
  }

  /** All schemas with an id, sorted by id. */
  get named(): Record<string, Json> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #name(id: string, definition: Json): void {
    if (id.startsWith("__")) throw new Error('A schema that contains itself needs .meta({ id: "…" })');
    const { id: _, ...rest } = toReference(definition) as Json;
    const known = this.#named.get(id);
    if (known && !isDeepStrictEqual(known, rest)) throw new Error(`Two different schemas have the id ${id}`);
    this.#named.set(id, rest);
  }
}

/**
 * Removes redundant keywords: the limits of safe integers, and the statement that a tuple has no further items.
 * Converts a tuple whose items all have the same schema to a list.
 */
function tidySchema({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.items !== false) return;
  delete jsonSchema.items;
  const [first, ...others] = jsonSchema.prefixItems ?? [];
  if (!first || !others.every((other) => isDeepStrictEqual(other, first))) return;
  delete jsonSchema.prefixItems;
  jsonSchema.items = first;
}

/** Rewrites references so that they point to the schemas' location in the document. */
function toReference(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toReference);
  if (!(node instanceof Object)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "$ref" ? String(value).replace("#/$defs/", "#/components/schemas/") : toReference(value),
    ]),
  );
}
