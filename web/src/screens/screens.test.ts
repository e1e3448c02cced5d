import assert from "node:assert/strict";
import { test } from "node:test";
import { words } from "../base/words/index.ts";
import type { MessagesRoute } from "../client/routes/route.ts";
import { loadScreenPages, screenRoute } from "../hooks/screens/screen.ts";
import { routes, screens } from "./index.ts";

const ME = 8;
const NAMES = { channel: () => undefined, person: () => undefined };

/** A value that only one of the named owners may have. */
type Claim = readonly [value: string, owner: string];

/** Fails if a value has several owners, and names them. */
function assertDistinct(claims: readonly Claim[], what: string): void {
  const owners = Map.groupBy(claims, ([value]) => value);
  const conflicts = [...owners].filter(([, { length }]) => length > 1);
  const lines = conflicts.map(([value, same]) => `${value}: ${same.map(([, owner]) => owner).join(", ")}`);
  assert.ok(lines.length === 0, `each ${what} may be used once only:\n${lines.join("\n")}`);
}

test("no two screens share an address, or a position in the same part of the sidebar", () => {
  assertDistinct(
    screens.map(({ address, title }) => [address.prefix, title]),
    "address",
  );
  assertDistinct(
    screens.flatMap(({ links = [], title }) =>
      links.map(({ section, position }): Claim => [`${section} ${position}`, title]),
    ),
    "position",
  );
});

/** Keys that open a screen although they have another meaning as well, with the reason. */
const sharedKeys: Readonly<Record<string, string>> = {
  i: "in a list of messages, the message's menu goes first; Shift I opens the inbox there too",
};

/** Returns the key combinations in an entry of the list of shortcuts, such as `↓ j` or `Ctrl K`. */
const keysIn = (entry: string): readonly string[] => (/^(Ctrl|Alt|Shift) /.test(entry) ? [entry] : entry.split(" "));

test("a key that opens a screen opens only one, and has no other meaning in the list of keyboard shortcuts", () => {
  const ofScreens = screens.flatMap(({ shortcuts = [], hiddenShortcuts = [], title }) =>
    [...shortcuts, ...hiddenShortcuts].map((key): Claim => [key, `the screen "${title}"`]),
  );
  const listed = words.shortcutList.parts.flatMap(({ title, keys }) =>
    keys.flatMap((row) =>
      typeof row === "string" ? [] : keysIn(row[0]).map((key): Claim => [key, `"${row[1]}" in "${title}"`]),
    ),
  );
  const keys = new Set(ofScreens.map(([key]) => key));
  const others = listed.filter(([key]) => keys.has(key) && !Object.hasOwn(sharedKeys, key));
  assertDistinct([...ofScreens, ...others], "key");
});

test("the addresses of each screen, and of its pages that the palette lists, lead to them", async () => {
  for (const { screen, pages } of await loadScreenPages(screens)) {
    for (const path of [[], ...pages.map((page) => page.path)]) {
      const route = screenRoute(screen, ME, path);
      const address = `#${[screen.address.prefix, ...path].join("/")}`;
      assert.equal(routes.format(route, NAMES), address);
      assert.deepEqual(routes.parse(address, ME), route);
    }
  }
});

test("every kind of message list has an address that leads back to it", () => {
  const near = 12;
  const lists: {
    readonly [Kind in MessagesRoute["kind"]]: Extract<MessagesRoute, { readonly kind: Kind }> | MessagesRoute;
  } = {
    topic: { kind: "topic", channelId: 7, topic: "icons / fonts", near },
    direct: { kind: "direct", userIds: [5, 9], near },
    channel: { kind: "channel", channelId: 7, near },
    all: { kind: "all", near },
    mentions: { kind: "mentions", near },
    starred: { kind: "starred", near },
    reactions: { kind: "reactions", userId: ME, near },
    search: { kind: "search", narrow: [{ operator: "search", operand: "deploy" }], near },
  };
  for (const route of Object.values(lists)) {
    assert.deepEqual(routes.parse(routes.format(route, NAMES), ME), route);
  }
});

test("an address without a screen stays as it is, and an empty address and that of the list name no route", () => {
  for (const address of ["#nowhere", "#nowhere/7", "#narrow"]) {
    const route = routes.parse(address, ME);
    assert.equal(route?.kind, "page");
    assert.equal(route && routes.format(route, NAMES), address);
  }
  for (const address of ["", "#", "#list"]) assert.equal(routes.parse(address, ME), null);
});
