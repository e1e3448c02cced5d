// Stock clients are programs made for servers of another brand that speak the same protocol. They read some of its names with
// that brand's prefix. This is the only source file that contains the prefix, and all translation of names happens here.
import type { PausableTask } from "../base/time-slicing.ts";
import type { Fields } from "./form.ts";

/** Prefix of the names that stock clients read. */
const STOCK_PREFIX = "zulip";
/** Release of a stock server with our feature level. Stock clients refuse to work with releases that they consider too old. */
const STOCK_RELEASE = "11.0";

/** The request parameter, and the member of responses and events, that may have an alias as its value. */
const REACTION_TYPE = "reaction_type";
const EXTRA_EMOJI = "service_extra_emoji";

/**
 * User agents of the Python client library, whatever the program's name: the name, the operating system and its
 * version, such as `MyBot/1.2 (Ubuntu; 22.04)`. Apps for phones use a similar format.
 */
const PYTHON_CLIENT = /^[^();]+ \((?!android|ios|ipados)[^();]*; (?:\d[^();]*)?\)$/;

type WireBody = Readonly<Record<string, unknown>>;

/** The names of the protocol under a prefix other than `service`, and the clients that receive them. */
export class WireAliases {
  /** Empty if there are no aliases. */
  readonly prefix: string;
  /**
   * Whether every client, and not only stock clients, gets the prefix in the scheme of sign-in URLs and in push
   * payloads.
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

  /** Whether a client with this identification (a user agent, or the id of an app) is a stock client. */
  isStockClient(name: string): boolean {
    return this.#stockClient?.test(name) === true;
  }

  /** Prefix in place of `service` in sign-in schemes and push payloads for a client. Empty: `service` is used. */
  prefixFor(isStockClient: boolean): string {
    return this.#isForEveryone || isStockClient ? this.prefix : "";
  }

  /** Adds the release under the names of stock clients to a body that has it under ours. */
  withRelease<B extends WireBody>(body: B): B {
    if (this.prefix === "") return body;
    const [version, mergeBase, level] = this.#releaseNames;
    return { ...body, [version]: STOCK_RELEASE, [mergeBase]: STOCK_RELEASE, [level]: body["service_feature_level"] };
  }

  /** Removes what `withRelease` adds, from a body and the events in it. */
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
   * Returns JSON as stock clients read it. It is replaced as text: within a JSON string, quotes are escaped, so the
   * text of a member occurs only in real members.
   */
  forStockClient(json: string): string {
    return this.prefix === "" ? json : json.replaceAll(this.#ourMember, this.#aliasMember);
  }

  /** Like `forStockClient`, for JSON in UTF-8 that is split into chunks at any point. */
  *piecesForStockClient(pieces: readonly Buffer[]): PausableTask<Buffer[]> {
    const kept = this.#ourMember.length - 1;
    const made: Buffer[] = [];
    let rest: Buffer = Buffer.alloc(0);
    for (const piece of pieces) {
      // Each byte is decoded as one character, so that no character is split.
      const text = this.forStockClient(Buffer.concat([rest, piece]).toString("latin1"));
      // The member may start at the end of this chunk. This many characters are enough even after a replacement,
      // because the alias does not contain the member.
      const end = Math.max(0, text.length - kept);
      made.push(Buffer.from(text.slice(0, end), "latin1"));
      rest = Buffer.from(text.slice(end), "latin1");
      yield;
    }
    return [...made, rest].filter(({ length }) => length > 0);
  }

  /**
   * Returns a sentence if a stock client's form of a body differs in anything other than the names of reaction types;
   * otherwise undefined.
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
 * The default: stock clients get the names that they know, other clients the names of the protocol, and all of them the
 * release under both.
 */
export const stockAliases = new WireAliases(STOCK_PREFIX, { isForEveryone: false });
/** For operators who want no aliases. */
export const noAliases = new WireAliases("", { isForEveryone: false });
/** For an operator's own prefix. */
export const createWireAliases = (prefix: string): WireAliases => new WireAliases(prefix, { isForEveryone: true });
