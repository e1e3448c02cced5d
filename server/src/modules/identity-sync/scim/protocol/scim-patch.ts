import { ScimError } from "../errors.ts";
import { stripSchema } from "./scim-filter.ts";
import { isObject, type Json, toList, getMember, toKeyword } from "./json.ts";

/** Maximum number of operations in a request. Each may have to iterate over all members of a large group. */
const MAX_OPERATIONS = 100;
const PATCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/**
 * Kind of an attribute that can be changed. `simple`: one value; `complex`: one value with sub-attributes; `list`:
 * several values. Of a `listOfOne`, the server stores only one value, so an added value replaces the previous one.
 */
export type AttributeKind = "simple" | "complex" | "list" | "listOfOne";

/**
 * Kinds of the stored attributes, by name. Other attributes are ignored, because directories send more than the server
 * stores.
 */
export type Attributes = Readonly<Record<string, AttributeKind>>;

interface Operation {
  readonly op: "add" | "replace" | "remove";
  readonly path: string | undefined;
  readonly value: unknown;
}

interface Target {
  readonly name: string;
  readonly kind: AttributeKind;
  /**
   * Conditions for the values of the list that the path selects, as name-value pairs that must all match; null if the
   * path selects all values.
   */
  readonly chosen: readonly Pair[] | null;
  /** Name of the selected sub-attribute; null if the path selects the whole value. */
  readonly part: string | null;
}

type Pair = readonly [name: string, value: unknown];

const invalidPath = (path: string): ScimError => new ScimError(400, `Invalid path: ${path}`, "invalidPath");
const noTarget = (): ScimError => new ScimError(400, "A remove operation requires a path", "noTarget");

/**
 * Applies a PATCH request (RFC 7644, section 3.5.2) to a resource. Also supports the variants that Entra ID and Okta
 * send: operation names in any case, paths as property names of the value, and removed values next to the path.
 * @throws ScimError
 */
export function applyPatch(resource: Json, body: unknown, attributes: Attributes): Json {
  const draft: Record<string, unknown> = structuredClone({ ...resource });
  for (const { op, path, value } of parseOperations(body)) {
    if (path !== undefined) applyAt(draft, op, parseTarget(path, attributes), value);
    else if (op === "remove") throw noTarget();
    else if (!isObject(value)) throw new ScimError(400, "Without a path, the value must be an object", "invalidValue");
    else for (const [name, own] of Object.entries(value)) applyNamed(draft, op, name, own, attributes);
  }
  return draft;
}

function parseOperations(body: unknown): Operation[] {
  const schemas = isObject(body) ? toList(getMember(body, "schemas")) : [];
  const list = isObject(body) ? getMember(body, "Operations") : undefined;
  if (!schemas.includes(PATCH_SCHEMA) || !Array.isArray(list)) {
    throw new ScimError(400, `A PATCH request must have the schema ${PATCH_SCHEMA} and Operations`, "invalidSyntax");
  }
  if (list.length === 0 || list.length > MAX_OPERATIONS) {
    throw new ScimError(400, `A PATCH request must have between 1 and ${MAX_OPERATIONS} operations`, "invalidSyntax");
  }
  return list.map((one: unknown) => {
    const [op, path] = isObject(one) ? [getMember(one, "op"), getMember(one, "path")] : [];
    const known = typeof op === "string" ? op.toLowerCase() : "";
    if ((known !== "add" && known !== "replace" && known !== "remove") || !(path === undefined || isText(path))) {
      throw new ScimError(400, "An operation must be add, replace or remove", "invalidSyntax");
    }
    return { op: known, path: path === "" ? undefined : path, value: getMember(one as Json, "value") };
  });
}

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Applies one property of the value of an operation without a path. The property's name may itself be a path.
 * Attributes that are not stored are ignored.
 */
function applyNamed(
  draft: Record<string, unknown>,
  op: "add" | "replace",
  name: string,
  value: unknown,
  all: Attributes,
) {
  if (/^urn:[^\s]*$/i.test(name) && isObject(value)) {
    for (const [inner, own] of Object.entries(value)) applyNamed(draft, op, inner, own, all);
    return;
  }
  const target = parseTarget(name, all);
  if (target !== null) applyAt(draft, op, target, value);
}

const PATH = /^(?:urn:[^[\]]*:)?([\w$-]{1,60})(?:\[([^\]]{1,300})\])?(?:\.([\w$-]{1,60}))?$/i;
const PAIR = /^\s*([\w$-]+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false|\d+)\s*$/i;

/** Parses a path; null if it names an attribute that is not stored. */
function parseTarget(path: string, attributes: Attributes): Target | null {
  const [, attribute = "", filter, part] = PATH.exec(path) ?? [];
  if (attribute === "") throw invalidPath(path);
  const name = Object.keys(attributes).find((one) => one.toLowerCase() === stripSchema(attribute));
  const kind = name === undefined ? undefined : attributes[name];
  if (name === undefined || kind === undefined) return null;
  const chosen = filter === undefined ? null : filter.split(/\s+and\s+/i).map((one) => parsePair(one, path));
  if ((chosen !== null && !isList(kind)) || (part !== undefined && kind === "simple")) throw invalidPath(path);
  return { name, kind, chosen, part: part ?? null };
}

const isList = (kind: AttributeKind): boolean => kind === "list" || kind === "listOfOne";

function parsePair(text: string, path: string): Pair {
  const [, name, value] = PAIR.exec(text) ?? [];
  if (name === undefined || value === undefined) throw invalidPath(path);
  try {
    return [name, JSON.parse(value.startsWith('"') ? value : value.toLowerCase())];
  } catch {
    throw invalidPath(path);
  }
}

function applyAt(draft: Record<string, unknown>, op: Operation["op"], target: Target | null, value: unknown): void {
  if (target === null) return;
  const { name, kind, part } = target;
  if (isList(kind)) draft[name] = changeList(toList(draft[name]).map(asObject), op, target, value);
  else if (op === "remove" && part === null) delete draft[name];
  else if (kind === "simple") draft[name] = value;
  else {
    const before = isObject(draft[name]) ? draft[name] : {};
    draft[name] = part === null ? { ...before, ...asObject(value) } : withPart(before, op, part, value);
  }
}

const asObject = (value: unknown): Json => (isObject(value) ? value : { value });

function withPart(before: Json, op: Operation["op"], part: string, value: unknown): Json {
  const key = Object.keys(before).find((one) => one.toLowerCase() === part.toLowerCase()) ?? part;
  const { [key]: _old, ...rest } = before;
  return op === "remove" ? rest : { ...rest, [key]: value };
}

function changeList(before: readonly Json[], op: Operation["op"], target: Target, value: unknown): readonly Json[] {
  if (op === "remove") return remaining(before, target, value);
  const { chosen, part, kind } = target;
  const { old, changed } =
    chosen === null && part === null
      ? changeWhole(before, op, toList(value).map(asObject))
      : changeChosen(before, target, value);
  if (kind === "listOfOne") return changed;
  // RFC 7644, section 3.5.2: the new primary value replaces the previous one.
  return [...(changed.some(isPrimary) ? old.map(withoutPrimary) : old), ...changed];
}

/** Returns the values of a list that remain after a removal. */
function remaining(before: readonly Json[], { chosen, part }: Target, value: unknown): readonly Json[] {
  const isMeant = (one: Json) => isChosen(one, chosen);
  if (part !== null) return before.map((one) => (isMeant(one) ? withPart(one, "remove", part, null) : one));
  if (chosen !== null) return before.filter((one) => !isMeant(one));
  const named = new Set(toList(value).map((one) => asObject(one)["value"]));
  // A removal that names no values empties the list.
  return named.size === 0 ? [] : before.filter((one) => !named.has(one["value"]));
}

/** The values of a list that an operation leaves unchanged (`old`), and those that it adds or changes. */
interface ChangedList {
  readonly old: readonly Json[];
  readonly changed: readonly Json[];
}

function changeWhole(before: readonly Json[], op: "add" | "replace", values: readonly Json[]): ChangedList {
  const named = new Set(values.map(({ value }) => value));
  return { old: op === "replace" ? [] : before.filter(({ value }) => !named.has(value)), changed: values };
}

function changeChosen(before: readonly Json[], { chosen, part }: Target, value: unknown): ChangedList {
  const change = (one: Json): Json =>
    part === null ? { ...one, ...asObject(value) } : withPart(one, "replace", part, value);
  const { meant = [], old = [] } = Object.groupBy(before, (one) => (isChosen(one, chosen) ? "meant" : "old"));
  // If no value matches, a new one is created: Entra ID adds values in this way, and also sends `replace` for values
  // that do not exist yet.
  const targets = meant.length > 0 ? meant : [Object.fromEntries(chosen ?? [])];
  return { old, changed: targets.map(change) };
}

const isPrimary = (one: Json): boolean => toKeyword(getMember(one, "primary")) === "true";
const withoutPrimary = (one: Json): Json => withPart(one, "remove", "primary", null);

const isChosen = (one: Json, chosen: readonly Pair[] | null): boolean =>
  chosen === null || chosen.every((pair) => matchesPair(one, pair));

const matchesPair = (one: Json, [name, wanted]: Pair): boolean =>
  toKeyword(Object.hasOwn(one, name) ? one[name] : getMember(one, name)) === toKeyword(wanted);
