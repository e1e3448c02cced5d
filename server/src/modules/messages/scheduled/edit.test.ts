import assert from "node:assert/strict";
import { test } from "node:test";
import { hours, createTestOrganization, watchEvents } from "@parlance/testkit";
import {
  advanceOneHour,
  deliverDue,
  secondsFromNow,
  newestMessageSeenBy,
  schedule,
  scheduledMessagesSeenBy,
} from "./fixtures/schedule-messages.ts";

test("only the sender's clients receive an event about an edit", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const id = await schedule(hamlet, { to: [othello], content: "To be" });

  const [toHamlet, toOthello] = await watchEvents([hamlet, othello], () =>
    hamlet.callOrThrow("PATCH", `/scheduled_messages/${id}`, { content: "Not to *be*" }),
  );

  assert.deepEqual(
    toHamlet?.map((event) => [event.op, event["scheduled_message"]?.rendered_content]),
    [["update", "<p>Not to <em>be</em></p>"]],
  );
  assert.deepEqual(toOthello, []);
});

test("editing another user's scheduled message fails with the same error as for a nonexistent one", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const id = await schedule(hamlet, { to: [othello] });
  const foreign = await othello.patch(`/scheduled_messages/${id}`, { content: "x" });
  const none = await othello.patch("/scheduled_messages/987654", { content: "x" });
  assert.deepEqual([foreign.status, foreign.msg], [404, "Scheduled message does not exist"]);
  assert.deepEqual([foreign.status, foreign.body], [none.status, none.body]);
});

test("a scheduled message that was sent can be neither edited nor canceled", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const id = await schedule(hamlet, { to: [othello] });
  advanceOneHour();
  await deliverDue(realm);
  const changed = await hamlet.patch(`/scheduled_messages/${id}`, { content: "x" });
  assert.deepEqual(
    [changed.status, changed.code, changed.msg],
    [400, "BAD_REQUEST", "Scheduled message was already sent"],
  );
  assert.equal((await hamlet.delete(`/scheduled_messages/${id}`)).status, 404);
});

test("if several clients edit a scheduled message at the same time, all edits are applied", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  for (let round = 0; round < 3; round += 1) {
    const id = await schedule(hamlet, { to: [othello], content: "old" });
    const path = `/scheduled_messages/${id}` as const;
    const at = secondsFromNow(hours(2));
    await Promise.all([
      hamlet.callOrThrow("PATCH", path, { content: "new" }),
      hamlet.callOrThrow("PATCH", path, { to: [cordelia.id] }),
      hamlet.callOrThrow("PATCH", path, { scheduled_delivery_timestamp: at }),
    ]);
    const [message] = await scheduledMessagesSeenBy(hamlet);
    assert.deepEqual(
      [message?.content, message?.to, message?.scheduled_delivery_timestamp],
      ["new", [cordelia.id], at],
    );
    await hamlet.callOrThrow("DELETE", path);
  }
});

test("if a scheduled message is postponed, it is not sent at its original time", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const id = await schedule(hamlet, { to: [othello] });
  await hamlet.callOrThrow("PATCH", `/scheduled_messages/${id}`, {
    scheduled_delivery_timestamp: secondsFromNow(hours(2)),
  });
  advanceOneHour();
  await deliverDue(realm);
  assert.deepEqual(await newestMessageSeenBy(othello), []);
  advanceOneHour();
  await deliverDue(realm);
  assert.equal((await newestMessageSeenBy(othello)).length, 1);
});
