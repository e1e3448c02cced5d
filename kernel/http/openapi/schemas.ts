import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

/** A JSON Schema, or a part of an OpenAPI document. */
export type Json = { readonly [name: string]: unknown };

/** Turns Zod schemas into JSON Schemas. Those that carry an id (`.meta({ id })`) are gathered, and referred to by it. */
export class SchemaWriter {
  readonly #named = new Map<string, Json>();

  /** Throws if a schema recurs without an id, or if two different schemas have the same one. */
  write(schema: z.core.$ZodType): Json {
    const {
      $schema: _,
      $defs,
      ...root
    } = z.toJSONSchema(schema, { io: "input", override: tidySchema }) as Record<string, unknown>;
    for (const [id, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) this.#name(id, definition);
    return toReference(root) as Json;
  }

  /** All schemas that have an id, in the order of their ids. */
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

/** Leaves out what says nothing: that whole numbers are safe ones, and that a tuple whose length is told has no more. */
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

/** Points references to where the document keeps its schemas. */
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
