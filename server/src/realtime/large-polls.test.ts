import assert from "node:assert/strict";
import { test } from "node:test";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { submessageAdded } from "#modules/messages/submessages/events.ts";
import { createTestOrganization } from "@parlance/testkit";

test("the response to a waiting poll has the usual size limit, and the remaining events follow with the next polls", async () => {
  const { othello, realmId, server } = await createTestOrganization();
  const client = await othello.registerQueue({ event_types: ["submessage"] });
  const polling = client.poll({ block: true });
  while (server.queues.size.waiting === 0) await client.user.callOrThrow("GET", "/users/me");
  const content = "x".repeat(1_000_000);
  await server.db.write(async (tx) => {
    for (let id = 1; id <= 12; id += 1) {
      const submessage = { id, message_id: 1, sender_id: othello.id, msg_type: "widget" as const, content };
      emit(tx, toUser({ id: othello.id, realmId }), submessageAdded(submessage));
    }
  });
  const received: number[][] = [];
  for (let events = await polling; events.length > 0; events = await client.poll()) {
    received.push(events.map(({ submessage_id }) => submessage_id as number));
  }
  assert.deepEqual(
    received.flat(),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  assert.ok(
    received.every((ids) => ids.length <= 4),
    JSON.stringify(received.map((ids) => ids.length)),
  );
});
