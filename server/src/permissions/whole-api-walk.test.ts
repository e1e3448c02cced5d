import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, startBeside, testServer } from "@parlance/testkit";
import { chances, isExploring } from "@parlance/testkit/chance.ts";
import { open } from "./fixtures/model/opening.ts";
import { Organization } from "./fixtures/model/organization.ts";
import { Play } from "./fixtures/model/play.ts";
import { type Failure, furnish, newScript, perform, reduce, type Script } from "./fixtures/model/script.ts";

/*
 * Users of all roles do random things over most of the API, at two processes. A model of the rules (`fixtures/model`) says of
 * each request whether it succeeds, and after each of them what every user may be told, and has unread. A failure is shown with
 * the steps that led to it, without those that it does not take.
 */

const all = chances({ rounds: 1, exploreRounds: 10, knownSeeds: [] });
const script = { length: isExploring ? 150 : 90, hasRaces: isExploring };
/** Longest time for which a script that fails is reduced, in milliseconds. */
const MAX_REDUCTION_MS = isExploring ? 240_000 : 60_000;

const server = await testServer();
const processes = [server, await startBeside(server)];

/** Plays a script in an organization of its own. Returns how it failed, if it did. */
async function failureOf(steps: Script, seed: number): Promise<Failure | undefined> {
  const { realm, people, world } = await open(server);
  const organization = new Organization({ people, db: server.db.reader, realmId: realm.realmId });
  const play = await Play.begin(organization, world, processes);
  try {
    await furnish(play, new Dice(seed));
    await perform(steps, play);
    return undefined;
  } catch (error) {
    return { script: steps, error, steps: play.steps };
  }
}

for (const { rounds, seed } of all) {
  test(`whatever users do, each may do, is told and has unread what the rules say (seed ${seed})`, async () => {
    const dice = new Dice(seed);
    for (let round = 0; round < rounds; round += 1) {
      const start = dice.below(2 ** 31);
      const failure = await failureOf(newScript(dice, script), start);
      if (!failure) continue;
      const begun = performance.now();
      const isLate = () => performance.now() - begun > MAX_REDUCTION_MS;
      const { error, steps } = await reduce(failure, (smaller) => failureOf(smaller, start), isLate);
      assert.fail(`${String(error)}\nafter\n${steps.join("\n")}\nin round ${round + 1}`);
    }
  });
}
