// Slow: kills servers while users do random things over the whole API.
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
import { chances } from "@parlance/testkit/chance.ts";
import { open, type Opening } from "./fixtures/model/opening.ts";
import { Organization } from "./fixtures/model/organization.ts";
import { Play } from "./fixtures/model/play.ts";
import { anyOperation, furnish } from "./fixtures/model/script.ts";

/** A round is a walk through an organization of its own. */
const all = chances({ rounds: 1, exploreRounds: 3, knownSeeds: [] });
const STEPS = 48;
/** One of so many steps is interrupted by a kill. */
const STEPS_PER_KILL = 12;
/** A killed process takes the database with it, once in so many kills. */
const KILLS_PER_CRASH = 3;
const STEPS_PER_COMPARISON = 15;
/** Longest time between a request and a kill, in tries of the test kit. */
const MAX_TRIES_BEFORE_KILL = 4;

interface Site {
  readonly postgres: OwnPostgres;
  readonly servers: readonly ServerProcess[];
}

/** Kills one of the processes in a moment, and perhaps the database, and starts them again. */
async function kill({ postgres, servers }: Site, dice: Dice): Promise<void> {
  const server = dice.of(servers);
  for (let tries = dice.below(MAX_TRIES_BEFORE_KILL); tries > 0; tries -= 1) await nextTry();
  await server.kill({ database: false });
  if (dice.below(KILLS_PER_CRASH) === 0) {
    await postgres.crash();
    await postgres.start();
  }
  await server.startAgain();
}

async function walk(play: Play, site: Site, dice: Dice): Promise<void> {
  await furnish(play, dice);
  for (let count = 1; count <= STEPS; count += 1) {
    const interruption = dice.below(STEPS_PER_KILL) === 0 ? () => kill(site, dice) : undefined;
    await play.step(anyOperation(dice), dice.below(2 ** 31), interruption);
    if (count % STEPS_PER_COMPARISON === 0) await play.compare(dice, 2);
  }
  await play.compare(dice);
}

/** Opens organizations in a database. */
async function openAll(postgres: OwnPostgres, count: number): Promise<readonly Opening[]> {
  const maker = await startServerOn(postgres.connection);
  const openings: Opening[] = [];
  for (let nth = 0; nth < count; nth += 1) openings.push(await open(maker));
  await maker[Symbol.asyncDispose]();
  return openings;
}

const startOn = (postgres: OwnPostgres): Promise<ServerProcess> =>
  ServerProcess.startOnDatabase({
    DATABASE_URL: postgres.url,
    PARLANCE_SECRET: TEST_SECRET.toString(),
    PARLANCE_EVENT_QUEUES_PER_ACCOUNT: "10000",
    PARLANCE_EXTERNAL_URL: `http://${TEST_HOST}`,
  });

for (const { rounds, seed } of all) {
  test(`the rules hold while servers are killed, and what was answered stays done (seed ${seed})`, async () => {
    const postgres = await OwnPostgres.start();
    const openings = await openAll(postgres, rounds);
    await using here = await startOn(postgres);
    await using there = await startOn(postgres);
    const servers = [here, there];
    const db = new PostgresDatabase({ connection: postgres.connection, poolSize: 2, onError: () => undefined });
    whenDone(() => db.close());
    const dice = new Dice(seed);
    for (const { realm, people, world } of openings) {
      const atHere = people.map((person) => person.at(here));
      const organization = new Organization({ people: atHere, db: db.reader, realmId: realm.realmId });
      const play = await Play.begin(organization, world, servers);
      try {
        await walk(play, { postgres, servers }, dice);
      } catch (error) {
        assert.fail(`${String(error)}\nafter\n${play.steps.join("\n")}`);
      }
    }
  });
}
