import { decodeHashComponent, encodeHashComponent } from "@parlance/markdown/fragments.ts";
import { isMessagesRoute, type MessagesRoute, type Route } from "./route.ts";

/** Names that addresses contain beside ids, so that they are readable. */
export interface RouteNames {
  readonly channel: (id: number) => string | undefined;
  readonly person: (id: number) => string | undefined;
}

/** Parser and formatter of the addresses of a screen, such as `#settings/account` or `#mentions/near/12`. */
export interface ScreenAddress {
  /** The first part of the addresses, without `#`. */
  readonly prefix: string;
  /** The kinds of message lists that the screen shows. Empty for a page, whose path starts with the prefix. */
  readonly kinds: readonly MessagesRoute["kind"][];
  /** Returns the route that the parts after the prefix name for the user `me`, or null if they name nothing. */
  parse(parts: readonly string[], me: number): Route | null;
  /** Returns the address of a route of this screen, from `#` on. */
  format(route: Route, names: RouteNames): string;
}

/** The addresses of a screen that is a page: the prefix, and parts that the screen itself interprets. */
export const pageAddress = (prefix: string): ScreenAddress => ({
  prefix,
  kinds: [],
  parse: (parts) => ({ kind: "page", path: [prefix, ...parts.filter((part) => part !== "").map(decodeHashComponent)] }),
  format: formatPage,
});

/** Returns the address of a page, from `#` on. */
export const formatPage = (route: Route): string =>
  `#${route.kind === "page" ? route.path.map(encodeHashComponent).join("/") : ""}`;

/** The addresses of a list of messages from many conversations. */
export const feedAddress = (prefix: string, kind: "all" | "mentions" | "starred" | "reactions"): ScreenAddress => ({
  prefix,
  kinds: [kind],
  parse([name, id = ""], me) {
    const near = name === "near" ? parseId(id) : null;
    return kind === "reactions" ? { kind, userId: me, near } : { kind, near };
  },
  format: (route) => `#${prefix}${formatNear(route)}`,
});

/** Returns the end of an address that names the message to open a list at. */
export const formatNear = (route: Route): string =>
  isMessagesRoute(route) && route.near !== null ? `/near/${route.near}` : "";

/** Returns the id at the beginning of a part such as `7-engineering`, or null if there is none. */
export function parseId(part: string): number | null {
  const [id] = /^\d{1,15}(?=-|$)/.exec(part) ?? [];
  return id === undefined ? null : Number(id);
}
