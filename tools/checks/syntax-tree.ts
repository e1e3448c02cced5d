// Functions with which the checks inspect the syntax tree of a file.
import { parseSync } from "oxc-parser";

export interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";

export const parseSource = (path: string, text: string): Node => parseSync(path, text).program as unknown as Node;

/** Returns a node and all nodes inside it. A node comes before its children. */
export function collectNodes(node: Node): Node[] {
  const found: Node[] = [];
  collect(node, found);
  return found;
}

function collect(value: unknown, found: Node[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  if (!isNode(value)) return;
  found.push(value);
  for (const part of Object.values(value)) collect(part, found);
}

export const lineNumber = (text: string, { start }: Node): number => text.slice(0, start).split("\n").length;

/** Types of nodes that only wrap an expression: parentheses, `?.`, and type assertions. */
const WRAPPERS = new Set([
  "ChainExpression",
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSNonNullExpression",
  "TSSatisfiesExpression",
]);

const unwrap = (node: unknown): unknown =>
  isNode(node) && WRAPPERS.has(node.type) ? unwrap(node["expression"]) : node;

/**
 * Returns the name that an expression ends with: "role" for `role`, `actor.role`, `actor?.role` or the key `role`. For
 * a string, returns its content, such as "account.role".
 */
export function operandName(node: unknown): string | null {
  const inner = unwrap(node);
  if (!isNode(inner)) return null;
  if (inner.type === "Identifier") return String(inner["name"]);
  if (inner.type === "MemberExpression") return memberName(inner);
  return inner.type === "Literal" && typeof inner["value"] === "string" ? inner["value"] : null;
}

function memberName({ property, computed }: Node): string | null {
  return computed === true && isNode(property) && property.type !== "Literal" ? null : operandName(property);
}

/**
 * Returns the numbers that are written in an expression or a type: in a list, in the operands of a conditional or
 * logical expression, or in a union. Null if there are none.
 */
export function numbersIn(node: unknown): number[] | null {
  const inner = unwrap(node);
  if (!isNode(inner)) return null;
  if (inner.type === "Literal") return typeof inner["value"] === "number" ? [inner["value"]] : null;
  const parts = childNodes(inner).flatMap((part) => numbersIn(part) ?? []);
  return parts.length > 0 ? parts : null;
}

function childNodes(node: Node): readonly unknown[] {
  switch (node.type) {
    case "ArrayExpression":
      return node["elements"] as unknown[];
    case "ConditionalExpression":
      return [node["consequent"], node["alternate"]];
    case "LogicalExpression":
      return [node["left"], node["right"]];
    case "TSUnionType":
      return node["types"] as unknown[];
    case "TSLiteralType":
      return [node["literal"]];
    default:
      return [];
  }
}
