import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertSameState,
  type Client,
  createTestOrganization,
  type TestUser,
  startServerBeside,
  startServer,
} from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";

/** Number of rounds of changes while clients register. */
const { rounds: ROUNDS } = randomRun({ rounds: 3, exploreRounds: 60 });
const REGISTRATIONS = 10;

interface Users {
  readonly desdemona: TestUser;
  readonly iago: TestUser;
  readonly othello: TestUser;
}

/** Repeatedly changes users with their profiles and roles, groups, channels and subscriptions. */
async function changeEverything({ desdemona, iago, othello }: Users): Promise<void> {
  const channelId = await iago.createChannel("stage", [iago]);
  for (let round = 0; round < ROUNDS; round += 1) {
    await othello.callOrThrow("PATCH", "/settings", { full_name: `Othello ${round}` });
    await othello.callOrThrow("PATCH", "/settings", { email_address_visibility: round % 2 === 0 ? 4 : 1 });
    await desdemona.callOrThrow("PATCH", `/users/${othello.id}`, { role: round % 2 === 0 ? 300 : 400 });
    await iago.callOrThrow("PATCH", `/streams/${channelId}`, { description: `round ${round}` });
    await iago.callOrThrow("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: "stage" }],
      principals: [othello.id],
    });
    await iago.callOrThrow("POST", "/user_groups/create", {
      name: `watch ${round}`,
      description: "",
      members: [othello.id, iago.id],
    });
    await iago.callOrThrow("DELETE", `/users/${othello.id}`);
    await iago.callOrThrow("POST", `/users/${othello.id}/reactivate`);
  }
}

const pairs = <T>(all: readonly T[]): (readonly [T, T])[] => all.slice(1).map((one, index) => [all[index] as T, one]);

test("a snapshot taken while another process changes users, groups and channels, updated with the events after it, equals a later snapshot", async () => {
  const here = await startServer();
  const there = await startServerBeside(here);
  const users = await createTestOrganization(here);
  const readers = [users.hamlet.at(there), users.polonius.at(there), users.iago.at(there), users.hamlet];
  const clients: (readonly [TestUser, Client])[] = [];
  const changing = changeEverything(users);
  const registering = async (reader: TestUser) => {
    for (let n = 0; n < REGISTRATIONS; n += 1) clients.push([reader, await reader.registerQueue()]);
  };
  await Promise.all([changing, ...readers.map(registering)]);

  let amid = 0;
  for (const reader of readers) {
    const own = clients.flatMap(([person, client]) => (person === reader ? [client] : []));
    // The comparison with the next snapshot also detects a snapshot that is ahead of its log position: later events
    // would hide the error.
    for (const [before, after] of pairs([...own, await reader.registerQueue()])) {
      const all = await before.eventsUpTo(after.lastEventId);
      const events = all.filter(({ id }) => id <= after.lastEventId);
      if (events.length > 0) amid += 1;
      assertSameState(reader.fullName, before.state, events, after.state);
    }
  }
  assert.ok(amid > 0, "some registered while something changed");
});
