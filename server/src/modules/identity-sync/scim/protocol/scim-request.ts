import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Fields } from "@parlance/kernel/http/form.ts";
import { MAX_INTEGER } from "@parlance/kernel/base/storable-values.ts";
import { ScimError } from "../errors.ts";
import type { Json } from "./json.ts";
import { MAX_RESULTS } from "./schemas.ts";

/** A request from a directory. */
export interface ScimRequest {
  readonly db: Pick<PostgresDatabase, "reader" | "write">;
  readonly realm: RealmContext;
  /** URL of the SCIM path, without a trailing slash. */
  readonly base: string;
  /** Last segment of the path, if it identifies a resource. */
  readonly id: string;
  readonly query: Fields;
  /** Parsed body; null if there is none. */
  readonly body: unknown;
  readonly now: Date;
}

export interface ScimResponse {
  readonly status: number;
  /** Body of the response, if it has one. */
  readonly body?: object;
  readonly location?: string;
}

/** Handlers of a path, by method. */
export type ScimMethods = Readonly<Partial<Record<string, (call: ScimRequest) => Promise<ScimResponse>>>>;

const DEFAULT_COUNT = 100;

/**
 * Parses the parameters for the page of a list (RFC 7644, section 3.4.2.4). Numbers out of range are replaced by the
 * nearest limit.
 */
export function parsePage({ startindex: from = "1", count = String(DEFAULT_COUNT) }: Fields): {
  readonly offset: number;
  readonly limit: number;
} {
  const [start, requestedCount] = [parseNumber(from), parseNumber(count)];
  return {
    offset: Math.min(Math.max(start, 1), MAX_INTEGER) - 1,
    limit: Math.min(Math.max(requestedCount, 0), MAX_RESULTS),
  };
}

function parseNumber(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new ScimError(400, "startIndex and count must be integers", "invalidValue");
  return Number(text);
}

interface ResourceList {
  readonly total: number;
  readonly offset: number;
  readonly resources: readonly Json[];
}

/** Builds the response to a request for a list. */
export const listResponse = ({ total, offset, resources }: ResourceList): ScimResponse => ({
  status: 200,
  body: {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  },
});

const alwaysReturned = new Set(["schemas", "id"]);
const parseNames = (list: string | undefined): readonly string[] | null =>
  list === undefined
    ? null
    : list.split(",").map((name) =>
        name
          .trim()
          .replace(/^urn:.*:(?=[^:]+$)/i, "")
          .toLowerCase(),
      );

/** Returns true if the response should contain an attribute. */
export function isAttributeRequested({ attributes, excludedattributes: excluded }: Fields, attribute: string): boolean {
  const name = attribute.toLowerCase();
  const wanted = parseNames(attributes);
  if (wanted) return wanted.some((one) => one === name || one.startsWith(`${name}.`));
  return !parseNames(excluded)?.includes(name);
}

/** Returns a resource with only the requested attributes (RFC 7644, section 3.9). */
export function projectAttributes(resource: Json, query: Fields): Json {
  const wanted = parseNames(query["attributes"]);
  const excluded = wanted ? [] : (parseNames(query["excludedattributes"]) ?? []);
  if (!wanted && excluded.length === 0) return resource;
  const selected = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    const key = name.toLowerCase();
    if (alwaysReturned.has(name) || wanted?.includes(key)) return [[name, value]];
    const parts = (list: readonly string[]) =>
      list.filter((one) => one.startsWith(`${key}.`)).map((one) => one.slice(key.length + 1));
    if (wanted)
      return parts(wanted).length > 0 ? [[name, filterParts(value, (part) => parts(wanted).includes(part))]] : [];
    if (excluded.includes(key)) return [];
    return [[name, filterParts(value, (part) => !parts(excluded).includes(part))]];
  });
  return Object.fromEntries(selected);
}

function filterParts(value: unknown, isSelected: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => filterParts(one, isSelected));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => isSelected(part.toLowerCase())));
}
