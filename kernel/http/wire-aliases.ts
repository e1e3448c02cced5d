// Stock clients are programs made for servers of another brand that speak the same protocol. They read some of its names with
// that brand's prefix. This is the only source file that contains the prefix, and all translation of names happens here.
import type { PausableTask } from "../base/time-slicing.ts";
import type { Fields } from "./form.ts";

/** Prefix of the names that stock clients read. */
const STOCK_PREFIX = "zulip";
/**
 * Release of a stock server with our feature level. Stock clients refuse to work with servers whose release they
 * consider too old.
 */
const STOCK_RELEASE = "11.0";

/** The name of the request parameter and of the field in responses and events whose value may be an alias. */
const REACTION_TYPE = "reaction_type";
const EXTRA_EMOJI = "service_extra_emoji";

/**
 * Matches user agents of the Python client library, regardless of the program's name: the name, the operating system
 * and its version, such as `MyBot/1.2 (Ubuntu; 22.04)`. Apps for phones have a similar format, and are excluded.
 */
const PYTHON_CLIENT = /^[^();]+ \((?!android|ios|ipados)[^();]*; (?:\d[^();]*)?\)$/;

type WireBody = Readonly<Record<string, unknown>>;

/** The names of the protocol with another prefix than `service`, and the clients that get these names. */
export class WireAliases {
  /** The prefix. Empty if there are no aliases. */
  readonly prefix: string;
  /**
   * Whether every client gets the prefix in the scheme of sign-in URLs and in push payloads. If false, only stock
   * clients get it there.
   */
  readonly #isForEveryone: boolean;
  readonly #stockClient: RegExp | null;
  readonly #releaseNames: readonly [version: string, mergeBase: string, featureLevel: string];
  readonly #extraEmoji: string;
  readonly #ourMember: string;
  readonly #aliasMember: string;

  constructor(prefix: string, { isForEveryone }: { readonly isForEveryone: boolean }) {
    this.prefix = prefix;
    this.#isForEveryone = isForEveryone;
    this.#stockClient =
      prefix === "" ? null : new RegExp(`${prefix.replaceAll("_", "[-_ ]?")}|${PYTHON_CLIENT.source}`, "i");
    this.#releaseNames = [`${prefix}_version`, `${prefix}_merge_base`, `${prefix}_feature_level`];
    this.#extraEmoji = `${prefix}_extra_emoji`;
    this.#ourMember = reactionTypeMember(EXTRA_EMOJI);
    this.#aliasMember = reactionTypeMember(this.#extraEmoji);
  }

  /** Returns whether a client is a stock client. `name`: its user agent, or the id of the app. */
  isStockClient(name: string): boolean {
    return this.#stockClient?.test(name) === true;
  }

  /**
   * Returns the prefix that replaces `service` in sign-in schemes and push payloads for a client. If it is empty,
   * `service` is used.
   */
  prefixFor(isStockClient: boolean): string {
    return this.#isForEveryone || isStockClient ? this.prefix : "";
  }

  /** Adds the release, under the field names of stock clients, to a body that contains it under ours. */
  withRelease<B extends WireBody>(body: B): B {
    if (this.prefix === "") return body;
    const [version, mergeBase, level] = this.#releaseNames;
    return { ...body, [version]: STOCK_RELEASE, [mergeBase]: STOCK_RELEASE, [level]: body["service_feature_level"] };
  }

  /** Removes the fields that `withRelease` has added to a body and to the events in it. */
  withoutRelease(body: WireBody): WireBody {
    if (this.prefix === "") return body;
    const { events } = body;
    const rest = this.#releaseNames.some((name) => name in body) ? this.#withoutNames(body) : body;
    if (!Array.isArray(events)) return rest;
    return { ...rest, events: events.map((event: WireBody) => this.withoutRelease(event)) };
  }

  #withoutNames(body: WireBody): WireBody {
    return Object.fromEntries(Object.entries(body).filter(([name]) => !this.#releaseNames.includes(name)));
  }

  /** Returns the parameters of a request with our names. Aliases are accepted from every client. */
  fromClient(fields: Fields): Fields {
    if (fields[REACTION_TYPE] !== this.#extraEmoji || this.prefix === "") return fields;
    return Object.assign(Object.create(null), fields, { [REACTION_TYPE]: EXTRA_EMOJI }) as Fields;
  }

  /**
   * Returns JSON with the names that stock clients read. The replacement works on the text: quotes within JSON strings
   * are escaped, so the text of a field with its value can only be a real field.
   */
  forStockClient(json: string): string {
    return this.prefix === "" ? json : json.replaceAll(this.#ourMember, this.#aliasMember);
  }

  /** Replaces names as `forStockClient` does, in JSON that is encoded as UTF-8 and split into chunks at any point. */
  *piecesForStockClient(pieces: readonly Buffer[]): PausableTask<Buffer[]> {
    const overlapLength = this.#ourMember.length - 1;
    const made: Buffer[] = [];
    let rest: Buffer = Buffer.alloc(0);
    for (const piece of pieces) {
      // Latin-1 decodes each byte as one character, so a chunk boundary cannot split a character.
      const text = this.forStockClient(Buffer.concat([rest, piece]).toString("latin1"));
      // A field to replace may start at the end of this chunk, so the last characters are held back. Their number is
      // sufficient even after a replacement, because the alias does not contain the field.
      const end = Math.max(0, text.length - overlapLength);
      made.push(Buffer.from(text.slice(0, end), "latin1"));
      rest = Buffer.from(text.slice(end), "latin1");
      yield;
    }
    return [...made, rest].filter(({ length }) => length > 0);
  }

  /**
   * Returns a description of the problem if a body for stock clients would differ in anything other than the names of
   * reaction types; otherwise undefined.
   */
  problemForStockClient(json: string): string | undefined {
    if (this.prefix === "" || !json.includes(EXTRA_EMOJI)) return undefined;
    const aliased = this.forStockClient(json);
    if (aliased.includes(JSON.stringify(EXTRA_EMOJI)))
      return `${EXTRA_EMOJI} stands elsewhere than in ${REACTION_TYPE}`;
    const ours = (key: string, value: unknown) =>
      key === REACTION_TYPE && value === this.#extraEmoji ? EXTRA_EMOJI : value;
    const isSame = JSON.stringify(JSON.parse(aliased, ours)) === JSON.stringify(JSON.parse(json));
    return isSame ? undefined : "stock clients get something else";
  }
}

const reactionTypeMember = (reactionType: string): string => `"${REACTION_TYPE}":"${reactionType}"`;

/**
 * The default: stock clients get the names that they expect, other clients get the names of the protocol, and all
 * clients get the release under both names.
 */
export const stockAliases = new WireAliases(STOCK_PREFIX, { isForEveryone: false });
/** For operators who want no aliases. */
export const noAliases = new WireAliases("", { isForEveryone: false });
/** Creates the aliases for a prefix that an operator has set. */
export const createWireAliases = (prefix: string): WireAliases => new WireAliases(prefix, { isForEveryone: true });
