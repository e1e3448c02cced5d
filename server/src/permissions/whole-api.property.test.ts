import { test } from "node:test";
import fc from "fast-check";
import { Dice, startBeside, testServer } from "@parlance/testkit";
import { isExploring } from "@parlance/testkit/chance.ts";
import { assertProperty } from "@parlance/testkit/properties.ts";
import { commands, furnish } from "./fixtures/model/commands.ts";
import { open } from "./fixtures/model/opening.ts";
import { Organization } from "./fixtures/model/organization.ts";
import { Play } from "./fixtures/model/play.ts";

/*
 * Users of all roles do random things over most of the API, at two processes. A model of the rules (`fixtures/model`) says of
 * each request whether it succeeds, and after each of them what every user may be told and is told.
 */

const server = await testServer();
const processes = [server, await startBeside(server)];

async function newPlay(seed: number): Promise<Play> {
  const { realm, people, world } = await open(server);
  const organization = new Organization({ people, db: server.db.reader, realmId: realm.realmId });
  const play = await Play.begin(organization, world, processes);
  await furnish(play, new Dice(seed));
  return play;
}

test("whatever users do, each may do, is told and has unread what the rules say, and nothing else", () =>
  assertProperty(
    fc.asyncProperty(fc.noShrink(fc.nat()), commands(200, { hasRaces: isExploring }), async (seed, chosen) => {
      const play = await newPlay(seed);
      await fc.asyncModelRun(() => ({ model: {}, real: play }), chosen);
      await play.compare(new Dice(1));
    }),
    { rounds: 2, exploreRounds: 12 },
  ));
