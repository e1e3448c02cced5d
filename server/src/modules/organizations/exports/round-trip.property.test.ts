import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { startServer } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { comparable, roundTrip } from "./fixtures/round-trip.ts";
import { actionKinds, openScenario, runAction } from "./fixtures/scenario.ts";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-round-trips-"));
after(() => rm(uploadsFolder, { recursive: true }));
const server = await startServer({ uploadsFolder });
const place = { server, files: await openFileStore({ uploadsFolder }) };

const act = fc.record({
  kind: fc.constantFrom(...actionKinds),
  who: fc.nat(6),
  numbers: fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }),
  text: fc.constantFrom("", "skull", "Ærø", "#narrow/x", "a|b", "'\"\\u0000", "🦑", "Words, *words*"),
});

test("after random actions, an organization that was exported and imported has the same export again", async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(act, { minLength: 60, maxLength: 120 }), async (acts) => {
      const scene = await openScenario(server);
      for (const one of acts) await runAction(scene, one);
      const { before, after: then, copy } = await roundTrip(place, scene.realm.realmId);
      assert.deepEqual(comparable(then), comparable(before));
      assert.equal(copy.missing, 0);
    }),
    { rounds: 1, exploreRounds: 60, endOnFailure: true },
  );
});
