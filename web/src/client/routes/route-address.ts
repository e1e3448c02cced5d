// Places in the page's address: `#narrow/channel/7-design/topic/icons/near/12`, as rendered messages link to them.
import { decodeFromHash, encodeForHash } from "@parlance/markdown/fragments.ts";
import type { Narrow, NarrowTerm } from "./narrow.ts";
import { type MessagesPlace, narrowOf, type Place } from "./route.ts";

/** What addresses show beside ids, so that people can read them. */
export interface Names {
  readonly channel: (id: number) => string | undefined;
  readonly person: (id: number) => string | undefined;
}

const simple = ["inbox", "recent", "drafts", "scheduled", "reminders"] as const;
const pages: ReadonlySet<string> = new Set(["settings", "organization", "channels", "groups", "people", "user"]);
const feeds: Readonly<Record<string, "all" | "mentions" | "starred" | "reactions">> = {
  feed: "all",
  mentions: "mentions",
  starred: "starred",
  reactions: "reactions",
};
const feedNames = new Map(Object.entries(feeds).map(([name, kind]) => [kind, name]));

/** What an address can begin with. */
export const beginnings: readonly string[] = [...simple, ...pages, ...Object.keys(feeds), "narrow"];

/** The address of a place, from `#` on. */
export function addressOf(place: Place, names: Names): string {
  switch (place.kind) {
    case "page":
      return `#${place.path.map(encodeForHash).join("/")}`;
    case "all":
    case "mentions":
    case "starred":
    case "reactions":
      return `#${feedNames.get(place.kind)}${nearPart(place)}`;
    case "topic":
    case "direct":
    case "channel":
    case "search":
      return `#narrow/${narrowOf(place)
        .map((term) => termPart(term, names))
        .join("/")}${nearPart(place)}`;
    default:
      return `#${place.kind}`;
  }
}

const nearPart = ({ near }: MessagesPlace): string => (near === null ? "" : `/near/${near}`);

function termPart({ operator, operand, negated = false }: NarrowTerm, names: Names): string {
  return `${negated ? "-" : ""}${encodeForHash(operator)}/${operandPart(operator, operand, names)}`;
}

function operandPart(operator: string, operand: NarrowTerm["operand"], names: Names): string {
  if (operator === "channel" && typeof operand === "number") {
    const name = names.channel(operand);
    return name === undefined ? String(operand) : `${operand}-${encodeForHash(name.replaceAll(" ", "-"))}`;
  }
  if (typeof operand === "object") {
    const [one] = operand;
    const name = operand.length === 1 && one !== undefined ? names.person(one) : "group";
    return `${operand.join(",")}-${encodeForHash((name ?? "dm").replaceAll(" ", "-"))}`;
  }
  return encodeForHash(String(operand));
}

/** The list beside the screens, which is a page of its own on phones. */
const LIST = "list";

/**
 * The place that an address names, as `me` would call it; one that names nothing is a page that there is not. The empty address is the
 * person's first screen: null.
 */
export function placeAt(address: string, me: number): Place | null {
  const parts = address.replace(/^#/, "").split("/");
  const [first = ""] = parts;
  if (first === "" || first === LIST) return null;
  return namedBy(parts, me) ?? { kind: "page", path: parts.map(decodeFromHash) };
}

function namedBy([first = "", ...rest]: readonly string[], me: number): Place | null {
  const isSimple = simple.find((name) => name === first);
  if (isSimple) return { kind: isSimple };
  if (pages.has(first))
    return { kind: "page", path: [first, ...rest.filter((part) => part !== "").map(decodeFromHash)] };
  const feed = Object.hasOwn(feeds, first) ? feeds[first] : undefined;
  const near = rest[0] === "near" ? idOf(rest[1] ?? "") : null;
  if (feed === "reactions") return { kind: feed, userId: me, near };
  if (feed) return { kind: feed, near };
  return first === "narrow" ? narrowed(rest, me) : null;
}

/** Reads `channel/7-design/topic/icons/near/12`. */
function narrowed(parts: readonly string[], me: number): Place | null {
  const terms: NarrowTerm[] = [];
  let near: number | null = null;
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const operator = decodeFromHash(parts[at] ?? "");
    const operand = parts[at + 1] ?? "";
    if (operator === "near" || operator === "with") near = idOf(operand);
    else terms.push(termOf(operator, operand));
  }
  if (terms.length === 0) return near === null ? null : { kind: "all", near };
  return { ...plainest(terms, me), near };
}

const formerNames: Readonly<Record<string, string>> = {
  stream: "channel",
  subject: "topic",
  "pm-with": "dm",
  streams: "channels",
  from: "sender",
};

function termOf(written: string, operand: string): NarrowTerm {
  const negated = written.startsWith("-");
  const bare = negated ? written.slice(1) : written;
  const operator = Object.hasOwn(formerNames, bare) ? (formerNames[bare] ?? bare) : bare;
  return { operator, operand: operandOf(operator, operand), ...(negated ? { negated } : {}) };
}

function operandOf(operator: string, written: string): NarrowTerm["operand"] {
  if (operator === "channel") return idOf(written) ?? decodeFromHash(written);
  if (operator === "dm") return idsOf(written) ?? decodeFromHash(written);
  if (operator === "dm-including" || operator === "sender") return idOf(written) ?? decodeFromHash(written);
  return decodeFromHash(written);
}

/** The plainest place that shows just these messages: a topic is no search. */
function plainest(terms: Narrow, me: number): MessagesPlace {
  const [first, second, third] = terms;
  const isPlain = terms.every(({ negated = false }) => !negated);
  const search = { kind: "search", narrow: terms, near: null } as const;
  if (!first || third || !isPlain) return search;
  return (second ? ofTwo(first, second) : ofOne(first, me)) ?? search;
}

function ofOne({ operator, operand }: NarrowTerm, me: number): MessagesPlace | null {
  const near = null;
  if (operator === "channel" && typeof operand === "number") return { kind: "channel", channelId: operand, near };
  if (operator === "dm" && typeof operand === "object")
    return { kind: "direct", userIds: withoutMe(operand, me), near };
  if (operator !== "is") return null;
  if (operand === "mentioned") return { kind: "mentions", near };
  return operand === "starred" ? { kind: "starred", near } : null;
}

function ofTwo(first: NarrowTerm, second: NarrowTerm): MessagesPlace | null {
  if (first.operator !== "channel" || typeof first.operand !== "number" || second.operator !== "topic") return null;
  return { kind: "topic", channelId: first.operand, topic: String(second.operand), near: null };
}

function withoutMe(userIds: readonly number[], me: number): number[] {
  const others = [...new Set(userIds)].filter((id) => id !== me);
  return others.length === 0 ? [me] : others.toSorted((a, b) => a - b);
}

/** The id at the beginning of a part such as `7-engineering`, where there is one. */
function idOf(part: string): number | null {
  const [id] = /^\d{1,15}(?=-|$)/.exec(part) ?? [];
  return id === undefined ? null : Number(id);
}

/** The ids at the beginning of a part such as `5,6-group`. */
function idsOf(part: string): number[] | null {
  const [ids] = /^\d{1,15}(,\d{1,15})*(?=-|$)/.exec(part) ?? [];
  return ids === undefined ? null : ids.split(",").map(Number);
}
