import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";

const namesOf = (steps: readonly { readonly name: string }[] | undefined) => steps?.map(({ name }) => name);

test("a hint that a user has seen on one device is removed on the user's other devices, but not for other users", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const { onboarding_steps: all } = (await hamlet.registerQueue()).state;
  assert.ok(namesOf(all)?.includes("intro_inbox_view_modal"));
  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], () =>
    hamlet.callOrThrow("POST", "/users/me/onboarding_steps", { onboarding_step: "intro_inbox_view_modal" }),
  );
  const left = all.filter(({ name }) => name !== "intro_inbox_view_modal");
  assert.deepEqual(
    toHamlet?.map(({ type, onboarding_steps: steps }) => [type, steps]),
    [["onboarding_steps", left]],
  );
  assert.deepEqual(toOthello, []);
  assert.deepEqual((await hamlet.registerQueue()).state.onboarding_steps, left);
  assert.deepEqual((await othello.registerQueue()).state.onboarding_steps, all);
});

test("finishing a step again emits no event, even with concurrent requests", async () => {
  const { hamlet } = await createTestOrganization();
  const finish = () =>
    hamlet.callOrThrow("POST", "/users/me/onboarding_steps", { onboarding_step: "intro_resolve_topic" });
  const [events] = await watchEvents([hamlet], () => Promise.all([finish(), finish(), finish()]));
  assert.equal(events?.length, 1);
});

test("an unknown step is rejected with its name", async () => {
  const { hamlet } = await createTestOrganization();
  const { status, msg } = await hamlet.post("/users/me/onboarding_steps", { onboarding_step: "a\nleap" });
  assert.deepEqual([status, msg], [400, "Unknown onboarding_step: a\nleap"]);
});
