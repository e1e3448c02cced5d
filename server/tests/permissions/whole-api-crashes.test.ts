// Slow: kills servers while users make random requests over the whole API.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import {
  SeededRandom,
  waitBeforeRetry,
  DedicatedPostgres,
  ServerProcess,
  startServerOnDatabase,
  TEST_HOST,
  TEST_SECRET,
  afterFile,
} from "@parlance/testkit";
import { randomRuns } from "@parlance/testkit/random/random-runs.ts";
import { createChannelsAndGroups, pickOperation, pickWrite } from "./fixtures/model/commands.ts";
import { TestedOrganization } from "./fixtures/model/server-processes.ts";
import { createModeledOrganization, type ModeledOrganization } from "./fixtures/model/test-organization.ts";
import { RandomWalk } from "./fixtures/model/random-walk.ts";

/** The runs, each with a seed and a number of random walks. Each walk takes place in a new organization. */
const all = randomRuns({ rounds: 1, exploreRounds: 3, knownSeeds: [] });
const STEPS = 48;
/** Interval, in steps, at which a step is interrupted by a kill. */
const STEPS_PER_KILL = 12;
/** Average number of kills of which one also includes the database. */
const KILLS_PER_DATABASE_CRASH = 3;
const STEPS_PER_COMPARISON = 15;
const USERS_COMPARED = 2;
/** Maximum delay between a request and a kill, in retry delays of the test kit. */
const MAX_TRIES_BEFORE_KILL = 4;

interface Deployment {
  readonly postgres: DedicatedPostgres;
  readonly servers: readonly ServerProcess[];
}

/** Kills a process after a short random delay, sometimes together with the database, and restarts what was killed. */
async function killAndRestart({ postgres, servers }: Deployment, dice: SeededRandom): Promise<void> {
  const server = dice.pick(servers);
  for (let tries = dice.integerBelow(MAX_TRIES_BEFORE_KILL); tries > 0; tries -= 1) await waitBeforeRetry();
  await server.kill({ database: false });
  if (dice.integerBelow(KILLS_PER_DATABASE_CRASH) === 0) {
    await postgres.crash();
    await postgres.start();
  }
  await server.restart();
}

async function walkWithKills(walk: RandomWalk, deployment: Deployment, dice: SeededRandom): Promise<void> {
  await createChannelsAndGroups(walk, dice);
  for (let count = 1; count <= STEPS; count += 1) {
    const isInterrupted = count % STEPS_PER_KILL === 0;
    const interruption = isInterrupted ? () => killAndRestart(deployment, dice) : undefined;
    await walk.step(isInterrupted ? pickWrite(dice) : pickOperation(dice), dice.integerBelow(2 ** 31), interruption);
    if (count % STEPS_PER_COMPARISON === 0) await walk.compare(dice, USERS_COMPARED);
  }
  await walk.compare(dice);
}

async function createOrganizations(
  postgres: DedicatedPostgres,
  count: number,
): Promise<readonly ModeledOrganization[]> {
  const server = await startServerOnDatabase(postgres.connection);
  const organizations: ModeledOrganization[] = [];
  while (organizations.length < count) organizations.push(await createModeledOrganization(server));
  await server[Symbol.asyncDispose]();
  return organizations;
}

const startOn = (postgres: DedicatedPostgres): Promise<ServerProcess> =>
  ServerProcess.startOnDatabase({
    DATABASE_URL: postgres.url,
    PARLANCE_SECRET: TEST_SECRET.toString(),
    PARLANCE_EVENT_QUEUES_PER_ACCOUNT: "10000",
    PARLANCE_EXTERNAL_URL: `http://${TEST_HOST}`,
  });

for (const { rounds, seed } of all) {
  test(`the permission rules hold and acknowledged writes survive while servers are killed (seed ${seed})`, async () => {
    const postgres = await DedicatedPostgres.start();
    const organizations = await createOrganizations(postgres, rounds);
    await using first = await startOn(postgres);
    await using second = await startOn(postgres);
    const servers = [first, second];
    const db = new PostgresDatabase({ connection: postgres.connection, poolSize: 2, onError: () => undefined });
    afterFile(() => db.close());
    const dice = new SeededRandom(seed);
    for (const { realm, users, state } of organizations) {
      const peopleThere = users.map((person) => person.at(first));
      const organization = new TestedOrganization({ users: peopleThere, db: db.reader, realmId: realm.realmId });
      const walk = await RandomWalk.start(organization, state, servers);
      try {
        await walkWithKills(walk, { postgres, servers }, dice);
      } catch (error) {
        assert.fail(`${String(error)}\nafter\n${walk.steps.join("\n")}`);
      }
    }
  });
}
