import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom, startServerBeside, testServer } from "@parlance/testkit";
import { randomRuns, isExploring } from "@parlance/testkit/random/random-runs.ts";
import {
  type Commands,
  createChannelsAndGroups,
  createCommands,
  type Failure,
  runCommands,
  shrinkFailure,
} from "./fixtures/model/commands.ts";
import { TestedOrganization } from "./fixtures/model/server-processes.ts";
import { createModeledOrganization } from "./fixtures/model/test-organization.ts";
import { RandomWalk } from "./fixtures/model/random-walk.ts";

/* Users of all roles make random requests over most of the API, at two processes. A model of the rules
   (`fixtures/model`) predicts whether each request succeeds, which events each user may receive, which data each user
   can see, and which messages are unread. A failure is reported with the shortest list of requests found that still
   causes it. */

const all = randomRuns({ rounds: 1, exploreRounds: 10, knownSeeds: [] });
const options = { length: isExploring ? 150 : 90, hasRaces: isExploring };
/** Time limit for shrinking a failing walk, in milliseconds. */
const MAX_SHRINKING_MS = isExploring ? 240_000 : 60_000;

const server = await testServer();
const processes = [server, await startServerBeside(server)];

/** Runs commands in a new organization. Returns the failure, if the walk fails. */
async function findFailure(commands: Commands, seed: number): Promise<Failure | undefined> {
  const { realm, users, state } = await createModeledOrganization(server);
  const organization = new TestedOrganization({ users, db: server.db.reader, realmId: realm.realmId });
  const walk = await RandomWalk.start(organization, state, processes);
  try {
    await createChannelsAndGroups(walk, new SeededRandom(seed));
    await runCommands(commands, walk);
    return undefined;
  } catch (error) {
    return { commands, error, steps: walk.steps };
  }
}

for (const { rounds, seed } of all) {
  test(`during random actions, each user's permissions, events and unread messages follow the rules (seed ${seed})`, async () => {
    const dice = new SeededRandom(seed);
    for (let round = 0; round < rounds; round += 1) {
      const start = dice.integerBelow(2 ** 31);
      const failure = await findFailure(createCommands(dice, options), start);
      if (!failure) continue;
      const failedAt = performance.now();
      const isLate = () => performance.now() - failedAt > MAX_SHRINKING_MS;
      const { error, steps } = await shrinkFailure(failure, (smaller) => findFailure(smaller, start), isLate);
      assert.fail(`${String(error)}\nafter\n${steps.join("\n")}\nin round ${round + 1}`);
    }
  });
}
