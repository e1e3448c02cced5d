import { decodeHashComponent } from "@parlance/markdown/fragments.ts";
import type { Route } from "./route.ts";
import { formatPage, type RouteNames, type ScreenAddress } from "./screen-address.ts";

/** Parses and formats the addresses of all screens. */
export interface RouteTable {
  /**
   * Returns the route of an address for the user `me`. Null for the empty address, which opens the user's home view,
   * and for the address of the list. An address that no screen has becomes a page route, which then matches no screen.
   */
  parse(address: string, me: number): Route | null;
  /** Returns the address of a route, from `#` on. */
  format(route: Route, names: RouteNames): string;
}

/** Address of the list beside the screens, which is a page of its own on phones. */
const LIST_ADDRESS = "list";

/** Creates the table of the screens with these addresses. */
export function createRouteTable(addresses: readonly ScreenAddress[]): RouteTable {
  const byPrefix = new Map(addresses.map((address) => [address.prefix, address]));
  const byKind = new Map(addresses.flatMap((address) => address.kinds.map((kind) => [kind, address] as const)));
  return {
    parse(address, me) {
      const parts = address.replace(/^#/, "").split("/");
      const [first = "", ...rest] = parts;
      if (first === "" || first === LIST_ADDRESS) return null;
      return byPrefix.get(first)?.parse(rest, me) ?? { kind: "page", path: parts.map(decodeHashComponent) };
    },
    format(route, names) {
      const address = route.kind === "page" ? byPrefix.get(route.path[0] ?? "") : byKind.get(route.kind);
      return address?.format(route, names) ?? formatPage(route);
    },
  };
}
