import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, TestUser, type ReceivedEvent } from "@parlance/testkit";
import { CheckedClient, FaultLog, FAULTS } from "./checked-client.ts";

type Change = (events: readonly ReceivedEvent[]) => readonly ReceivedEvent[];

/**
 * Sends two messages to a client whose events are altered before the client receives them. Returns the kinds of faults
 * that the client finds.
 */
async function faultsWith(change: Change): Promise<string[]> {
  class Misled extends TestUser {
    override callOrThrow: TestUser["callOrThrow"] = async (...call) => {
      const answer = await super.callOrThrow(...call);
      if (call[1] !== "/events") return answer;
      const events = change((answer as unknown as { events: readonly ReceivedEvent[] }).events);
      return { ...answer, events };
    };
  }
  const { hamlet, othello } = await createTestOrganization();
  const faults = new FaultLog();
  const user = new Misled(othello.site, othello);
  const client = await CheckedClient.open(user, { mode: "long polls", usesKeepAlive: true, faults });
  await hamlet.sendDirectMessage(othello);
  await hamlet.sendDirectMessage(othello);
  await client.finish();
  return FAULTS.filter((fault) => faults.count(fault) > 0);
}

const isMessage = ({ type }: ReceivedEvent) => type === "message";

test("a client that checks its events finds no fault if the events are correct", async () => {
  assert.deepEqual(await faultsWith((events) => events), []);
});

test("a client finds that messages were lost", async () => {
  assert.deepEqual(await faultsWith((events) => events.filter((event) => !isMessage(event))), ["lost", "wrong"]);
});

test("a client finds that events were repeated although it had acknowledged them", async () => {
  let first: readonly ReceivedEvent[] | undefined;
  const repeat: Change = (events) => {
    const again = first ?? [];
    first = first === undefined ? events : [];
    return [...again, ...events];
  };
  assert.deepEqual(await faultsWith(repeat), ["repeated"]);
});

test("a client finds that events were in the wrong order", async () => {
  assert.ok((await faultsWith((events) => events.toReversed())).includes("reordered"));
});
