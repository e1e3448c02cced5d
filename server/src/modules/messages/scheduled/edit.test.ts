import assert from "node:assert/strict";
import { test } from "node:test";
import { hours, newRealm, watching } from "@parlance/testkit";
import { anHourPasses, deliverDue, inTime, newestOf, schedule, waitingOf } from "./fixtures/schedule-messages.ts";

test("an edit reaches the sender's clients and nobody else's", async () => {
  const { hamlet, othello } = await newRealm();
  const id = await schedule(hamlet, { to: [othello], content: "To be" });

  const [toHamlet, toOthello] = await watching([hamlet, othello], () =>
    hamlet.does("PATCH", `/scheduled_messages/${id}`, { content: "Not to *be*" }),
  );

  assert.deepEqual(
    toHamlet?.map((event) => [event.op, event["scheduled_message"]?.rendered_content]),
    [["update", "<p>Not to <em>be</em></p>"]],
  );
  assert.deepEqual(toOthello, []);
});

test("another user's message does not exist", async () => {
  const { hamlet, othello } = await newRealm();
  const id = await schedule(hamlet, { to: [othello] });
  const foreign = await othello.patch(`/scheduled_messages/${id}`, { content: "x" });
  const none = await othello.patch("/scheduled_messages/987654", { content: "x" });
  assert.deepEqual([foreign.status, foreign.msg], [404, "Scheduled message does not exist"]);
  assert.deepEqual([foreign.status, foreign.body], [none.status, none.body]);
});

test("a message that was sent cannot be changed, and is no scheduled message to cancel", async () => {
  const realm = await newRealm();
  const { hamlet, othello } = realm;
  const id = await schedule(hamlet, { to: [othello] });
  anHourPasses();
  await deliverDue(realm);
  const changed = await hamlet.patch(`/scheduled_messages/${id}`, { content: "x" });
  assert.deepEqual(
    [changed.status, changed.code, changed.msg],
    [400, "BAD_REQUEST", "Scheduled message was already sent"],
  );
  assert.equal((await hamlet.delete(`/scheduled_messages/${id}`)).status, 404);
});

test("edits of one message that come at once all count", async () => {
  const realm = await newRealm();
  const { hamlet, othello, cordelia } = realm;
  for (let round = 0; round < 3; round += 1) {
    const id = await schedule(hamlet, { to: [othello], content: "old" });
    const path = `/scheduled_messages/${id}` as const;
    const at = inTime(hours(2));
    await Promise.all([
      hamlet.does("PATCH", path, { content: "new" }),
      hamlet.does("PATCH", path, { to: [cordelia.id] }),
      hamlet.does("PATCH", path, { scheduled_delivery_timestamp: at }),
    ]);
    const [message] = await waitingOf(hamlet);
    assert.deepEqual(
      [message?.content, message?.to, message?.scheduled_delivery_timestamp],
      ["new", [cordelia.id], at],
    );
    await hamlet.does("DELETE", path);
  }
});

test("a message that was put off is not sent at its old time", async () => {
  const realm = await newRealm();
  const { hamlet, othello } = realm;
  const id = await schedule(hamlet, { to: [othello] });
  await hamlet.does("PATCH", `/scheduled_messages/${id}`, { scheduled_delivery_timestamp: inTime(hours(2)) });
  anHourPasses();
  await deliverDue(realm);
  assert.deepEqual(await newestOf(othello), []);
  anHourPasses();
  await deliverDue(realm);
  assert.equal((await newestOf(othello)).length, 1);
});
