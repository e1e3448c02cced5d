// Slow: kills servers while users make random requests over the whole API.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PostgresDatabase } from "@parlance/server/kernel/db/database.ts";
import {
  Dice,
  nextTry,
  OwnPostgres,
  ServerProcess,
  startServerOn,
  TEST_HOST,
  TEST_SECRET,
  whenDone,
} from "@parlance/testkit";
import { chances } from "@parlance/testkit/random/random-runs.ts";
import { createChannelsAndGroups, pickOperation, pickWrite } from "./fixtures/model/commands.ts";
import { Organization } from "./fixtures/model/server-processes.ts";
import { createTestOrganization, type TestOrganization } from "./fixtures/model/test-organization.ts";
import { Walk } from "./fixtures/model/random-walk.ts";

/** A round is a walk through a new organization. */
const all = chances({ rounds: 1, exploreRounds: 3, knownSeeds: [] });
const STEPS = 48;
/** One step in this many is interrupted by a kill. */
const STEPS_PER_KILL = 12;
/** One kill of a process in this many is one of the database, too. */
const KILLS_PER_DATABASE_CRASH = 3;
const STEPS_PER_COMPARISON = 15;
const USERS_COMPARED = 2;
/** Longest time between a request and a kill, in tries of the test kit. */
const MAX_TRIES_BEFORE_KILL = 4;

interface Deployment {
  readonly postgres: OwnPostgres;
  readonly servers: readonly ServerProcess[];
}

/** Kills a process shortly, and sometimes the database, and restarts them. */
async function killAndRestart({ postgres, servers }: Deployment, dice: Dice): Promise<void> {
  const server = dice.of(servers);
  for (let tries = dice.below(MAX_TRIES_BEFORE_KILL); tries > 0; tries -= 1) await nextTry();
  await server.kill({ database: false });
  if (dice.below(KILLS_PER_DATABASE_CRASH) === 0) {
    await postgres.crash();
    await postgres.start();
  }
  await server.startAgain();
}

async function walkWithKills(walk: Walk, deployment: Deployment, dice: Dice): Promise<void> {
  await createChannelsAndGroups(walk, dice);
  for (let count = 1; count <= STEPS; count += 1) {
    const isInterrupted = count % STEPS_PER_KILL === 0;
    const interruption = isInterrupted ? () => killAndRestart(deployment, dice) : undefined;
    await walk.step(isInterrupted ? pickWrite(dice) : pickOperation(dice), dice.below(2 ** 31), interruption);
    if (count % STEPS_PER_COMPARISON === 0) await walk.compare(dice, USERS_COMPARED);
  }
  await walk.compare(dice);
}

async function createOrganizations(postgres: OwnPostgres, count: number): Promise<readonly TestOrganization[]> {
  const server = await startServerOn(postgres.connection);
  const organizations: TestOrganization[] = [];
  while (organizations.length < count) organizations.push(await createTestOrganization(server));
  await server[Symbol.asyncDispose]();
  return organizations;
}

const startOn = (postgres: OwnPostgres): Promise<ServerProcess> =>
  ServerProcess.startOnDatabase({
    DATABASE_URL: postgres.url,
    PARLANCE_SECRET: TEST_SECRET.toString(),
    PARLANCE_EVENT_QUEUES_PER_ACCOUNT: "10000",
    PARLANCE_EXTERNAL_URL: `http://${TEST_HOST}`,
  });

for (const { rounds, seed } of all) {
  test(`the rules hold while servers are killed, and acknowledged writes are kept (seed ${seed})`, async () => {
    const postgres = await OwnPostgres.start();
    const organizations = await createOrganizations(postgres, rounds);
    await using first = await startOn(postgres);
    await using second = await startOn(postgres);
    const servers = [first, second];
    const db = new PostgresDatabase({ connection: postgres.connection, poolSize: 2, onError: () => undefined });
    whenDone(() => db.close());
    const dice = new Dice(seed);
    for (const { realm, people, world } of organizations) {
      const peopleThere = people.map((person) => person.at(first));
      const organization = new Organization({ people: peopleThere, db: db.reader, realmId: realm.realmId });
      const walk = await Walk.start(organization, world, servers);
      try {
        await walkWithKills(walk, { postgres, servers }, dice);
      } catch (error) {
        assert.fail(`${String(error)}\nafter\n${walk.steps.join("\n")}`);
      }
    }
  });
}
