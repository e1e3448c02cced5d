import type { Plugin } from "vite";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly object?: Node;
  readonly callee?: Node;
}

/**
 * Removes schemas from the built client. `z`, the replacement for zod (no-schemas.ts), yields itself for each call, so
 * `z.object({ … }).nullable()` has the value `z` and is replaced with `z`. As a result, nothing is created when the
 * page is opened, and the descriptions in the schemas are not downloaded.
 */
export const stripSchemas = (): Plugin => ({
  name: "drop-schemas",
  apply: "build",
  transform(code, id) {
    if (!/[\\/]contract[\\/]/.test(id) || !code.includes("zod")) return null;
    const found = schemasIn(this.parse(code, { lang: id.endsWith("ts") ? "ts" : "js" }));
    const pieces = found.map(({ end }, place) => `z${code.slice(end, found[place + 1]?.start)}`);
    return { code: code.slice(0, found[0]?.start) + pieces.join(""), map: null };
  },
});

/** Returns the outermost expressions that start with `z`, in the order of the source. */
function schemasIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (!isNode(value)) return [];
  return isSchema(value) ? [value] : Object.values(value).flatMap(schemasIn);
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function isSchema({ type, object, callee }: Node): boolean {
  const inner = type === "CallExpression" ? callee : type === "MemberExpression" ? object : undefined;
  return inner !== undefined && (isSchema(inner) || (inner.type === "Identifier" && inner.name === "z"));
}
