import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { submessageAdded } from "#modules/messages/submessages/events.ts";
import { type Client, createTestOrganization, type TestServer } from "@parlance/testkit";

const POLL_COUNT = 150;

test("the responses to many waiting polls are spread over turns of the event loop, so that other requests do not wait", async () => {
  const { othello, realmId, server } = await createTestOrganization();
  const clients: Client[] = [];
  while (clients.length < POLL_COUNT) clients.push(await othello.registerQueue({ event_types: ["submessage"] }));
  const responses = countPollResponses(server);
  const polls = clients.map((client) => client.poll({ block: true }));
  while (server.queues.size.waiting < clients.length) await othello.callOrThrow("GET", "/users/me");

  const submessage = { id: 1, message_id: 1, sender_id: othello.id, msg_type: "widget" as const, content: "{}" };
  await server.db.write(async (tx) => emit(tx, toUser({ id: othello.id, realmId }), submessageAdded(submessage)));
  const received = await Promise.all(polls);

  assert.ok(received.every((events) => events.length === 1 && events[0]?.["submessage_id"] === 1));
  const byTurn = responses.stop();
  assert.equal(
    byTurn.reduce((sum, count) => sum + count, 0),
    clients.length,
  );
  assert.ok(
    byTurn.every((count) => count <= 100),
    byTurn.join(" "),
  );
});

/** Counts the responses to polls that a server starts in each turn of the event loop, until `stop` is called. */
function countPollResponses({ app }: TestServer) {
  const byTurn = [0];
  let next: NodeJS.Immediate;
  const startTurn = () => {
    if (byTurn.at(-1) !== 0) byTurn.push(0);
    next = setImmediate(startTurn);
  };
  startTurn();
  app.server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith("/api/v1/events")) return;
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      byTurn[byTurn.length - 1] = (byTurn.at(-1) ?? 0) + 1;
      return writeHead(...head);
    };
  });
  return {
    stop(): readonly number[] {
      clearImmediate(next);
      return byTurn;
    },
  };
}
