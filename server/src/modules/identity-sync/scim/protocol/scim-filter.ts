import { sql, type RawBuilder } from "kysely";
import type { Filter } from "scim2-parse-filter";
import { ScimError } from "../errors.ts";

const MAX_LENGTH = 1000;
/**
 * Maximum number of conditions and operators (`and`, `or`, `not`, `[]`) in a filter. Clients usually send one or two
 * conditions.
 */
const MAX_PARTS = 30;

/** SQL expression for the value of an attribute. */
export type Column =
  | { readonly kind: "text"; readonly value: RawBuilder<string | null>; readonly isCaseExact?: boolean }
  | { readonly kind: "boolean"; readonly value: RawBuilder<boolean> }
  | { readonly kind: "date"; readonly value: RawBuilder<Date> }
  /** An attribute with several values. A condition is met if at least one value meets it. */
  | { readonly kind: "any"; readonly value: Column; readonly exists: (condition: Condition) => Condition };

/** Columns by attribute path, in lower case and without the schema's URN. */
export type Columns = Readonly<Record<string, Column>>;

type Condition = RawBuilder<boolean>;

const invalidFilter = (detail: string): ScimError => new ScimError(400, detail, "invalidFilter");

/**
 * Parses a filter (RFC 7644, section 3.4.2.2).
 * @throws ScimError
 */
export async function parseFilter(text: string): Promise<Filter> {
  // The parser's own regular expressions are slow on long texts and control characters.
  if (text.length > MAX_LENGTH || /[\p{Cc}]/u.test(text))
    throw invalidFilter("The filter is too long or contains unsupported characters");
  const { parse } = await import("scim2-parse-filter");
  try {
    const filter = parse(text);
    if (countParts(filter) > MAX_PARTS) throw new Error("it has too many parts");
    return filter;
  } catch (error) {
    throw invalidFilter(`Invalid filter: ${error instanceof Error ? error.message : ""}`);
  }
}

function countParts(filter: Filter): number {
  if ("filters" in filter) return 1 + filter.filters.reduce((sum, one) => sum + countParts(one), 0);
  if ("filter" in filter) return 1 + countParts(filter.filter);
  if ("valFilter" in filter) return 1 + countParts(filter.valFilter);
  return 1;
}

/**
 * Converts a filter to an SQL condition. `within` is the attribute path before the brackets that contain the filter.
 * @throws ScimError if filtering by an attribute is not supported, or if the comparison does not fit the attribute's
 * type
 */
export function filterCondition(filter: Filter, columns: Columns, within = ""): Condition {
  switch (filter.op) {
    case "and":
    case "or": {
      const parts = (filter as { filters: Filter[] }).filters.map((one) => filterCondition(one, columns, within));
      return sql<boolean>`(${sql.join(parts, filter.op === "and" ? sql` and ` : sql` or `)})`;
    }
    case "not":
      return sql<boolean>`not coalesce(${filterCondition((filter as { filter: Filter }).filter, columns, within)}, false)`;
    case "[]": {
      const { attrPath, valFilter } = filter as { attrPath: string; valFilter: Filter };
      return filterCondition(valFilter, columns, `${stripSchema(attrPath)}.`);
    }
    case "pr":
      return present(columnAt(columns, within + stripSchema((filter as { attrPath: string }).attrPath)));
    default: {
      const { op, attrPath, compValue } = filter;
      return compareColumn(columnAt(columns, within + stripSchema(attrPath)), op, compValue);
    }
  }
}

type Comparison = Extract<Filter, { readonly compValue: unknown }>;

/** Returns an attribute path in lower case, without the schema's URN. */
export const stripSchema = (path: string): string => path.replace(/^urn:.*:(?=[^:]+$)/i, "").toLowerCase();

function columnAt(columns: Columns, path: string): Column {
  const column = Object.hasOwn(columns, path) ? columns[path] : undefined;
  if (!column) throw invalidFilter(`Filtering by ${path} is not supported`);
  return column;
}

function present(column: Column): Condition {
  if (column.kind === "any") return column.exists(present(column.value));
  if (column.kind === "text") return sql<boolean>`coalesce(${column.value}, '') <> ''`;
  return sql<boolean>`true`;
}

function compareColumn(column: Column, op: Comparison["op"], value: Comparison["compValue"]): Condition {
  if (column.kind === "any") {
    const isNegated = op === "ne";
    const found = column.exists(compareColumn(column.value, isNegated ? "eq" : op, value));
    return isNegated ? sql<boolean>`not ${found}` : found;
  }
  if (column.kind === "boolean") return compareBooleans(column.value, op, value);
  if (column.kind === "date") return compareDates(column.value, op, value);
  if (value === null && (op === "eq" || op === "ne")) {
    return op === "eq" ? sql<boolean>`not ${present(column)}` : present(column);
  }
  return compareTexts(column, op, value);
}

function compareTexts(
  column: Extract<Column, { readonly kind: "text" }>,
  op: Comparison["op"],
  value: Comparison["compValue"],
): Condition {
  if (typeof value !== "string") throw invalidFilter("This attribute must be compared with a string");
  const exact = column.isCaseExact === true;
  const text = sql`coalesce(${exact ? column.value : sql`lower(${column.value})`}, '')`;
  const other = exact ? value : value.toLowerCase();
  switch (op) {
    case "co":
      return sql<boolean>`strpos(${text}, ${other}) > 0`;
    case "sw":
      return sql<boolean>`starts_with(${text}, ${other})`;
    case "ew":
      return sql<boolean>`right(${text}, length(${other})) = ${other}`;
    default:
      return sql<boolean>`${text} ${sql.raw(operators[op])} ${other}`;
  }
}

const operators = { eq: "=", ne: "<>", gt: ">", ge: ">=", lt: "<", le: "<=" } as const;

function compareBooleans(column: RawBuilder<boolean>, op: Comparison["op"], value: Comparison["compValue"]): Condition {
  const wanted = typeof value === "string" ? { true: true, false: false }[value.toLowerCase()] : value;
  if (typeof wanted !== "boolean" || (op !== "eq" && op !== "ne"))
    throw invalidFilter("This attribute must be compared with true or false");
  return sql<boolean>`${column} ${sql.raw(operators[op])} ${wanted}`;
}

/** Returns true if a text starts with a year of four digits. Other years may be out of PostgreSQL's range. */
const isDateTime = (text: string): boolean => /^\d{4}-/.test(text);

function compareDates(column: RawBuilder<Date>, op: Comparison["op"], value: Comparison["compValue"]): Condition {
  const moment = new Date(typeof value === "string" && isDateTime(value) ? value : Number.NaN);
  if (Number.isNaN(moment.getTime()) || !(op in operators))
    throw invalidFilter("This attribute must be compared with a date and time");
  return sql<boolean>`${column} ${sql.raw(operators[op as keyof typeof operators])} ${moment}`;
}
