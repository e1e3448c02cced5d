import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";

const adds = (person: TestUser, fragment: string, more: { is_pinned?: boolean; name?: string } = {}) =>
  person.post("/navigation_views", { fragment, is_pinned: true, ...more });
const path = (fragment: string) => `/navigation_views/${fragment}` as const;

async function errorMessage(
  answer: Promise<{ status: number; code?: unknown; msg: string }>,
  status = 400,
): Promise<string> {
  const { status: actualStatus, code, msg } = await answer;
  assert.deepEqual([actualStatus, code], [status, "BAD_REQUEST"]);
  return msg;
}

test("views can be added, changed and removed, and only their owner's clients receive events", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const custom = "narrow/is/alerted";
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], async () => {
    await adds(hamlet, custom, { name: " Alerts " });
    await adds(hamlet, "inbox", { is_pinned: false });
    await hamlet.callOrThrow("PATCH", path(custom), { name: "Alarms", is_pinned: false });
    await hamlet.callOrThrow("PATCH", path(encodeURIComponent(custom)), { is_pinned: true });
    await hamlet.callOrThrow("PATCH", path(custom), { is_pinned: true, name: "Alarms" });
    await hamlet.callOrThrow("PATCH", path(custom));
    await hamlet.callOrThrow("DELETE", path("inbox"));
  });
  assert.deepEqual(
    toHamlet?.map(({ id: _, type: __, ...event }) => event),
    [
      { op: "add", navigation_view: { fragment: custom, is_pinned: true, name: "Alerts" } },
      { op: "add", navigation_view: { fragment: "inbox", is_pinned: false, name: null } },
      { op: "update", fragment: custom, data: { name: "Alarms", is_pinned: false } },
      { op: "update", fragment: custom, data: { is_pinned: true } },
      { op: "remove", fragment: "inbox" },
    ],
  );
  assert.deepEqual(toOthello, []);
  const { navigation_views } = await hamlet.callOrThrow("GET", "/navigation_views");
  assert.deepEqual(navigation_views, [{ fragment: custom, is_pinned: true, name: "Alarms" }]);
  assert.deepEqual((await hamlet.registerQueue()).state.navigation_views, navigation_views);
});

test("a name is rejected for a built-in view and required for a custom view, and a view cannot be added twice", async () => {
  const { hamlet } = await createTestOrganization();
  const named = "Built-in views cannot have a custom name.";
  assert.equal(await errorMessage(adds(hamlet, "narrow/is/starred", { name: "Stars" })), named);
  for (const more of [{}, { name: "" }, { name: " " }]) {
    assert.equal(await errorMessage(adds(hamlet, "narrow/is/alerted", more)), "Custom views must have a valid name.");
  }
  await adds(hamlet, "narrow/is/starred");
  await adds(hamlet, "narrow/is/alerted", { name: "Alerts" });
  assert.equal(await errorMessage(adds(hamlet, "narrow/is/starred")), "Navigation view already exists.");
  assert.equal(await errorMessage(hamlet.patch(path("narrow/is/starred"), { name: "Stars" })), named);
  assert.equal(
    await errorMessage(hamlet.patch(path("narrow/is/alerted"), { name: " " })),
    "Custom views must have a valid name.",
  );
  assert.equal(await errorMessage(adds(hamlet, "")), "fragment cannot be blank");
  assert.equal(await errorMessage(adds(hamlet, "x".repeat(501))), "fragment is too long (limit: 500 characters)");
  assert.equal(
    await errorMessage(adds(hamlet, "x", { name: "x".repeat(101) })),
    "name is too long (limit: 100 characters)",
  );
});

test("users can change only their own views, and can have at most 500", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await adds(hamlet, "feed");
  for (const change of [othello.patch(path("feed"), { is_pinned: false }), othello.delete(path("feed"))]) {
    assert.equal(await errorMessage(change, 404), "Navigation view does not exist.");
  }
  for (let n = 1; n < 500; n += 1) await adds(hamlet, `narrow/search/${n}`, { name: "x" });
  assert.equal(await errorMessage(adds(hamlet, "inbox")), "Too many navigation views (limit: 500)");
});
