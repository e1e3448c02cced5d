/** A piece of JSON of any length, as text or as UTF-8. */
export type JsonPiece = string | Uint8Array;

/** A part of an answer that is JSON already. It stands at the top of an answer instead of a `T`. */
export class JsonPart<T> {
  /** What it would be if it was parsed. */
  declare readonly parsed: T;
  readonly pieces: Iterable<JsonPiece>;

  constructor(pieces: Iterable<JsonPiece>) {
    this.pieces = pieces;
  }
}

/** An item of a list as JSON: in one piece or in several. */
type JsonItem = string | readonly JsonPiece[];

/** Items as JSON within brackets. */
export function* jsonEnclosed(brackets: "[]" | "{}", items: Iterable<JsonItem>): Generator<JsonPiece> {
  yield brackets.charAt(0);
  yield* separated(items);
  yield brackets.charAt(1);
}

/** A list as JSON, of its items as JSON. */
export const jsonList = (items: Iterable<JsonItem>): Generator<JsonPiece> => jsonEnclosed("[]", items);

/** Puts commas between items. */
function* separated(items: Iterable<JsonItem>): Generator<JsonPiece> {
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
export function* successPieces(fields: object, ignored?: readonly string[]): Generator<JsonPiece> {
  yield '{"result":"success","msg":""';
  if (ignored) yield `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}`;
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue;
    yield `,${JSON.stringify(name)}:`;
    yield* value instanceof JsonPart ? value.pieces : piecesOf(value);
  }
  yield "}\n";
}

function* piecesOf(value: unknown): Generator<JsonPiece> {
  if (Array.isArray(value)) yield* jsonList(itemsOf(value));
  else if (isPlain(value)) yield* jsonEnclosed("{}", membersOf(value));
  else yield asJson(value);
}

function* itemsOf(list: readonly unknown[]): Generator<string> {
  for (const item of list) yield asJson(item);
}

function* membersOf(object: object): Generator<string> {
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    if (value !== undefined) yield `${JSON.stringify(name)}:${asJson(value)}`;
  }
}

/** As JSON.stringify; undefined becomes null, as in lists. */
const asJson = (value: unknown): string => JSON.stringify(value) ?? "null";

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !("toJSON" in value);
