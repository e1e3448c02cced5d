import assert from "node:assert/strict";
import { test } from "node:test";
import { words } from "../base/words/index.ts";
import type { MessagesRoute } from "../client/routes/route.ts";
import { loadScreenPages, screenRoute } from "../hooks/screens/screen.ts";
import { routes, screens } from "./index.ts";

const ME = 8;
const NAMES = { channel: () => undefined, person: () => undefined };

const assertDistinct = (values: readonly string[], what: string) =>
  assert.deepEqual(values.toSorted(), [...new Set(values)].toSorted(), `two screens have the same ${what}`);

test("no two screens share an address, or a position in the same part of the sidebar", () => {
  assertDistinct(
    screens.map(({ address }) => address.prefix),
    "address",
  );
  const links = screens.flatMap((screen) => screen.links ?? []);
  assertDistinct(
    links.map(({ section, position }) => `${section} ${position}`),
    "position",
  );
});

test("a key that opens a screen opens only one, and is not among the other navigation shortcuts", () => {
  const ofScreens = screens.flatMap(({ shortcuts = [], hiddenShortcuts = [] }) => [...shortcuts, ...hiddenShortcuts]);
  const [navigation] = words.shortcutList.parts;
  const others = navigation?.keys.flatMap((row) => (typeof row === "string" ? [] : [row[0]])) ?? [];
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
