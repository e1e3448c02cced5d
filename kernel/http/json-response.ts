import { SecretJson, type SharedJson } from "../base/marked-json.ts";

/** A piece of JSON text of any length: as a string, encoded as UTF-8, or marked for compression. */
export type JsonChunk = string | Uint8Array | SecretJson | SharedJson;

/** The top-level fields of a response that contain secrets. */
export type SecretFields = "all" | readonly string[];

/**
 * A value of a response that is already serialized as JSON. It can replace a `T` at the top level of a response. Its
 * secrets must be chunks of their own, of the class `SecretJson`.
 */
export class JsonFragment<T> {
  /** The type of the value after parsing. */
  declare readonly parsed: T;
  readonly chunks: Iterable<JsonChunk>;

  constructor(pieces: Iterable<JsonChunk>) {
    this.chunks = pieces;
  }
}

/** Yields the given JSON items, separated by commas, within brackets. */
export function* encloseJson<C extends JsonChunk = never>(
  brackets: "[]" | "{}",
  items: Iterable<string | readonly C[]>,
): Generator<string | C> {
  yield brackets.charAt(0);
  yield* joinWithCommas(items);
  yield brackets.charAt(1);
}

/** Yields a JSON list of items that are already serialized. Each item is a string, or one or more chunks. */
export const encloseJsonList = <C extends JsonChunk = never>(
  items: Iterable<string | readonly C[]>,
): Generator<string | C> => encloseJson("[]", items);

/** Yields items with commas between them. */
function* joinWithCommas<C extends JsonChunk>(items: Iterable<string | readonly C[]>): Generator<string | C> {
  let isNext = false;
  for (const item of items) {
    if (typeof item === "string") yield isNext ? `,${item}` : item;
    else {
      if (isNext) yield ",";
      yield* item;
    }
    isNext = true;
  }
}

/**
 * Yields the body of a successful response in chunks: the envelope with the endpoint's response. A chunk is at most as
 * long as one item of a list, or one member of an object, in the response. The joined chunks are equal to the output of
 * JSON.stringify, with a newline at the end.
 */
export function* successChunks(
  fields: object,
  ignored?: readonly string[],
  secrets: SecretFields = [],
): Generator<JsonChunk> {
  yield '{"result":"success","msg":""';
  if (ignored) yield `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `,${JSON.stringify(name)}:`;
    if (value instanceof JsonFragment) yield* value.chunks;
    else if (secrets !== "all" && secrets.includes(name)) yield* secretChunks(value);
    else yield* valueChunks(value);
  }
  yield "}\n";
}

function* secretChunks(value: unknown): Generator<SecretJson> {
  for (const chunk of valueChunks(value)) yield new SecretJson(chunk);
}

function* valueChunks(value: unknown): Generator<string> {
  if (Array.isArray(value)) yield* encloseJsonList(arrayChunks(value));
  else if (isPlain(value)) yield* encloseJson("{}", objectChunks(value));
  else yield stringifyJson(value);
}

function* arrayChunks(list: readonly unknown[]): Generator<string> {
  for (const item of list) yield stringifyJson(item);
}

function* objectChunks(object: object): Generator<string> {
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    if (value !== undefined) yield `${JSON.stringify(name)}:${stringifyJson(value)}`;
  }
}

/** Serializes a value with JSON.stringify, but undefined becomes null, as it does in lists. */
const stringifyJson = (value: unknown): string => JSON.stringify(value) ?? "null";

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value);
