/** A piece of JSON text of any length, as a string or encoded as UTF-8. */
export type JsonChunk = string | Uint8Array;

/** A value of a response that is already serialized as JSON. It can replace a `T` at the top level of a response. */
export class JsonFragment<T> {
  /** The type of the value after parsing. */
  declare readonly parsed: T;
  readonly chunks: Iterable<JsonChunk>;

  constructor(pieces: Iterable<JsonChunk>) {
    this.chunks = pieces;
  }
}

/** An item of a list, serialized as JSON in one or more chunks. */
type JsonItem = string | readonly JsonChunk[];

/** Yields the given JSON items, separated by commas, within brackets. */
export function* encloseJson(brackets: "[]" | "{}", items: Iterable<JsonItem>): Generator<JsonChunk> {
  yield brackets.charAt(0);
  yield* joinWithCommas(items);
  yield brackets.charAt(1);
}

/** Yields a JSON list of items that are already serialized. */
export const encloseJsonList = (items: Iterable<JsonItem>): Generator<JsonChunk> => encloseJson("[]", items);

/** Yields items with commas between them. */
function* joinWithCommas(items: Iterable<JsonItem>): Generator<JsonChunk> {
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
export function* successChunks(fields: object, ignored?: readonly string[]): Generator<JsonChunk> {
  yield '{"result":"success","msg":""';
  if (ignored) yield `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `,${JSON.stringify(name)}:`;
    yield* value instanceof JsonFragment ? value.chunks : valueChunks(value);
  }
  yield "}\n";
}

function* valueChunks(value: unknown): Generator<JsonChunk> {
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
