// Formats and parses the address of a route, such as `#narrow/channel/7-design/topic/icons/near/12`. Links in rendered
// messages have the same form.
import { decodeHashComponent, encodeHashComponent } from "@parlance/markdown/fragments.ts";
import type { Narrow, NarrowTerm } from "./narrow.ts";
import { isMessagesRoute, type MessagesRoute, narrowOf, type Route } from "./route.ts";
import { formatNear, formatPage, parseId, type RouteNames, type ScreenAddress } from "./screen-address.ts";

/** The addresses of topics, direct messages, channels and searches. */
export const narrowAddress: ScreenAddress = {
  prefix: "narrow",
  kinds: ["topic", "direct", "channel", "search"],
  parse: parseNarrowRoute,
  format(route, names) {
    if (!isMessagesRoute(route)) return formatPage(route);
    const terms = narrowOf(route).map((term) => formatTerm(term, names));
    return `#narrow/${terms.join("/")}${formatNear(route)}`;
  },
};

function formatTerm({ operator, operand, negated = false }: NarrowTerm, names: RouteNames): string {
  return `${negated ? "-" : ""}${encodeHashComponent(operator)}/${formatOperand(operator, operand, names)}`;
}

function formatOperand(operator: string, operand: NarrowTerm["operand"], names: RouteNames): string {
  if (operator === "channel" && typeof operand === "number") {
    const name = names.channel(operand);
    return name === undefined ? String(operand) : `${operand}-${encodeHashComponent(name.replaceAll(" ", "-"))}`;
  }
  if (typeof operand === "object") {
    const [one] = operand;
    const name = operand.length === 1 && one !== undefined ? names.person(one) : "group";
    return `${operand.join(",")}-${encodeHashComponent((name ?? "dm").replaceAll(" ", "-"))}`;
  }
  return encodeHashComponent(String(operand));
}

/** Parses the part of an address after `#narrow/`, such as `channel/7-design/topic/icons/near/12`. */
function parseNarrowRoute(parts: readonly string[], me: number): Route | null {
  const terms: NarrowTerm[] = [];
  let near: number | null = null;
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const operator = decodeHashComponent(parts[at] ?? "");
    const operand = parts[at + 1] ?? "";
    if (operator === "near" || operator === "with") near = parseId(operand);
    else terms.push(parseTerm(operator, operand));
  }
  if (terms.length === 0) return near === null ? null : { kind: "all", near };
  return { ...simplestRoute(terms, me), near };
}

const legacyOperatorNames: Readonly<Record<string, string>> = {
  stream: "channel",
  subject: "topic",
  "pm-with": "dm",
  streams: "channels",
  from: "sender",
};

function parseTerm(written: string, operand: string): NarrowTerm {
  const negated = written.startsWith("-");
  const bare = negated ? written.slice(1) : written;
  const operator = Object.hasOwn(legacyOperatorNames, bare) ? (legacyOperatorNames[bare] ?? bare) : bare;
  return { operator, operand: parseOperand(operator, operand), ...(negated ? { negated } : {}) };
}

function parseOperand(operator: string, written: string): NarrowTerm["operand"] {
  if (operator === "channel") return parseId(written) ?? decodeHashComponent(written);
  if (operator === "dm") return parseIds(written) ?? decodeHashComponent(written);
  if (operator === "dm-including" || operator === "sender") return parseId(written) ?? decodeHashComponent(written);
  return decodeHashComponent(written);
}

/** Returns the simplest route for a narrow: for example, a topic route instead of a search for one topic. */
function simplestRoute(terms: Narrow, me: number): MessagesRoute {
  const [first, second, third] = terms;
  const isPlain = terms.every(({ negated = false }) => !negated);
  const search = { kind: "search", narrow: terms, near: null } as const;
  if (!first || third || !isPlain) return search;
  return (second ? routeOfTwoTerms(first, second) : routeOfOneTerm(first, me)) ?? search;
}

function routeOfOneTerm({ operator, operand }: NarrowTerm, me: number): MessagesRoute | null {
  const near = null;
  if (operator === "channel" && typeof operand === "number") return { kind: "channel", channelId: operand, near };
  if (operator === "dm" && typeof operand === "object")
    return { kind: "direct", userIds: withoutMe(operand, me), near };
  if (operator !== "is") return null;
  if (operand === "mentioned") return { kind: "mentions", near };
  return operand === "starred" ? { kind: "starred", near } : null;
}

function routeOfTwoTerms(first: NarrowTerm, second: NarrowTerm): MessagesRoute | null {
  if (first.operator !== "channel" || typeof first.operand !== "number" || second.operator !== "topic") return null;
  return { kind: "topic", channelId: first.operand, topic: String(second.operand), near: null };
}

function withoutMe(userIds: readonly number[], me: number): number[] {
  const others = [...new Set(userIds)].filter((id) => id !== me);
  return others.length === 0 ? [me] : others.toSorted((a, b) => a - b);
}

/** Parses the ids at the start of a part such as `5,6-group`. Returns null if the part does not start with an id. */
function parseIds(part: string): number[] | null {
  const [ids] = /^\d{1,15}(,\d{1,15})*(?=-|$)/.exec(part) ?? [];
  return ids === undefined ? null : ids.split(",").map(Number);
}
