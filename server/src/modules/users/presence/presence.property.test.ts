import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { toClientPresences, type Presence } from "@parlance/contract/nouns/presence.ts";
import {
  clock,
  createTestOrganization,
  type TestUser,
  seconds,
  startServerBeside,
  testServer,
  until,
} from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";

/* Several users report their presence with several clients at two processes. A simple model records the newest report
   of each user. All formats and both processes must return exactly the presence in the model. */

const PEOPLE = 3;
/**
 * Maximum duration of all actions between two movements of the clock, and tolerance for comparing times, in seconds.
 */
const SLACK = 40;

interface Moment {
  /**
   * Seconds since the previous moment. Some values are shorter than the interval for storing presence, others are
   * longer.
   */
  readonly passed: number;
  readonly pings: readonly { readonly who: number; readonly isActive: boolean; readonly isElsewhere: boolean }[];
}

const anyMoment: fc.Arbitrary<Moment> = fc.record({
  passed: fc.constantFrom(0, 100, 400),
  pings: fc.array(fc.record({ who: fc.nat(PEOPLE - 1), isActive: fc.boolean(), isElsewhere: fc.boolean() }), {
    maxLength: 6,
  }),
});

/** Presence of a user in the model, in seconds. `active` is undefined if the user was never active. */
interface Known {
  readonly active?: number;
  readonly connected: number;
}

type Presences = Readonly<Record<string, Presence>>;

const second = (): number => clock.now().getTime() / 1000;
const isNear = (one: number, other: number) => Math.abs(one - other) <= SLACK;

const ping = (person: TestUser, isActive: boolean) =>
  person.callOrThrow("POST", "/users/me/presence", { status: isActive ? "active" : "idle", ping_only: true });

/** Returns the presence of other users that a new client receives, in the modern format. */
async function receivedBy(viewer: TestUser): Promise<Presences> {
  const { state } = await viewer.registerQueue({ event_types: ["presence"], slim_presence: true });
  return state.presences as Presences;
}

function isAsKnown(presences: Presences, known: ReadonlyMap<number, Known>, never: number): boolean {
  if (Object.keys(presences).length !== known.size) return false;
  return [...known].every(([id, { active = never, connected }]) => {
    const presence = presences[id];
    return presence && isNear(presence.active_timestamp, active) && isNear(presence.idle_timestamp, connected);
  });
}

/** Polls until the presence that a new client receives equals the model. */
async function untilKnown(viewer: TestUser, known: ReadonlyMap<number, Known>, never: number): Promise<Presences> {
  return until(async () => {
    const presences = await receivedBy(viewer);
    return isAsKnown(presences, known, never) && presences;
  });
}

test("the presence of a user is the newest report of the user's clients, in all formats and at all processes", async () => {
  const here = await testServer();
  const elsewhere = await startServerBeside(here);
  await assertProperty(
    fc.asyncProperty(fc.array(anyMoment, { minLength: 1, maxLength: 4 }), async (times) => {
      const { hamlet, othello, cordelia, iago } = await createTestOrganization(here);
      const people = [hamlet, othello, cordelia];
      const never = second();
      clock.shiftWallClock(seconds(1000));
      const known = new Map<number, Known>();
      for (const { passed, pings } of times) {
        clock.shiftWallClock(seconds(passed));
        const sent = pings.map(async ({ who, isActive, isElsewhere }) => {
          const person = people[who] ?? hamlet;
          known.set(person.id, { ...known.get(person.id), connected: second(), ...(isActive && { active: second() }) });
          await ping(isElsewhere ? person.at(elsewhere) : person, isActive);
        });
        await Promise.all(sent);
        await untilKnown(iago, known, never);
      }
      const presences = await untilKnown(iago.at(elsewhere), known, never);
      const older = Object.fromEntries(
        people.flatMap(({ id, email }) => (presences[id] ? [[email, toClientPresences(presences[id])]] : [])),
      );
      assert.deepEqual((await iago.callOrThrow("GET", "/realm/presence")).presences, older);
      assert.deepEqual((await iago.at(elsewhere).registerQueue({ event_types: ["presence"] })).state.presences, older);
      const { presences: answered } = await iago.callOrThrow("POST", "/users/me/presence", {
        status: "idle",
        last_update_id: -1,
      });
      const { [iago.id]: own, ...ofOthers } = answered as Presences;
      assert.deepEqual(ofOthers, presences);
      assert.ok(isNear(own?.idle_timestamp ?? 0, second()));
    }),
    { rounds: 3, exploreRounds: 100 },
  );
});
