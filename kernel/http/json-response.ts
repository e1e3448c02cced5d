/** A piece of JSON of any length, as text or as UTF-8. */
export type JsonChunk = string | Uint8Array;

/** A part of an answer that is JSON already. It stands at the top of an answer instead of a `T`. */
export class JsonFragment<T> {
  /** What it would be if it was parsed. */
  declare readonly parsed: T;
  readonly chunks: Iterable<JsonChunk>;

  constructor(pieces: Iterable<JsonChunk>) {
    this.chunks = pieces;
  }
}

/** An item of a list as JSON: in one piece or in several. */
type JsonItem = string | readonly JsonChunk[];

/** Items as JSON within brackets. */
export function* encloseJson(brackets: "[]" | "{}", items: Iterable<JsonItem>): Generator<JsonChunk> {
  yield brackets.charAt(0);
  yield* joinWithCommas(items);
  yield brackets.charAt(1);
}

/** A list as JSON, of its items as JSON. */
export const encloseJsonList = (items: Iterable<JsonItem>): Generator<JsonChunk> => encloseJson("[]", items);

/** Puts commas between items. */
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
 * The body of a success in pieces: the envelope around what the endpoint answers. Pieces are as long as one item of a list
 * in the answer. Joined, it is what JSON.stringify would make of it.
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

/** As JSON.stringify; undefined becomes null, as in lists. */
const stringifyJson = (value: unknown): string => JSON.stringify(value) ?? "null";

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value);
