import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSameState, createTestOrganization, type Client, type TestUser } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";

/** Number of rounds. In each one, clients register while messages are sent. */
const { rounds: ROUNDS } = randomRun({ rounds: 1, exploreRounds: 4 });
const SENDS = 1000;
const IN_FLIGHT = 40;
const REGISTRATIONS = 12;

async function sendMany(people: readonly TestUser[], channels: readonly number[]): Promise<void> {
  let next = 0;
  const send = async () => {
    for (let n = next++; n < SENDS; n = next++) {
      const sender = people[n % people.length] as TestUser;
      const other = people[(n + 1) % people.length] as TestUser;
      if (n % 5 === 0) await sender.sendDirectMessage(other, { content: `direct ${n}` });
      else
        await sender.sendToChannel(channels[n % channels.length] as number, {
          topic: `topic ${n % 7}`,
          content: `${n}`,
        });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, send));
}

test("a snapshot taken while a thousand messages are sent, updated with the events after it, equals the final state", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { hamlet, othello, cordelia } = await createTestOrganization();
    const people = [hamlet, othello, cordelia];
    const channels = [
      await hamlet.createChannel("north", people),
      await hamlet.createChannel("south", [othello, cordelia]),
    ];
    const clients: Client[] = [];
    const registering = async () => {
      for (let n = 0; n < REGISTRATIONS; n += 1) clients.push(await (people[n % 3] as TestUser).registerQueue());
    };
    await Promise.all([sendMany(people, channels), registering()]);

    let amid = 0;
    for (const person of people) {
      const final = await person.registerQueue();
      for (const client of clients.filter((one) => one.user === person)) {
        const events = await client.eventsUpTo(final.lastEventId);
        if (events.length > 0 && events.length < SENDS) amid += 1;
        assertSameState(person.fullName, client.state, events, final.state);
      }
    }
    assert.ok(amid > 0, "some registered while messages were sent");
  }
});
