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

/*
 * Several people say with several clients, at two processes, that they are there. What is to be known of it is said once more: the
 * newest of what each of them said. All forms and processes must say just that.
 */

const PEOPLE = 3;
/** How long everything that happens without time being moved may take, and how exactly times are compared, in seconds. */
const SLACK = 40;

interface Moment {
  /** In seconds, since the one before: less than is worth storing, or more. */
  readonly passed: number;
  readonly pings: readonly { readonly who: number; readonly isActive: boolean; readonly isElsewhere: boolean }[];
}

const anyMoment: fc.Arbitrary<Moment> = fc.record({
  passed: fc.constantFrom(0, 100, 400),
  pings: fc.array(fc.record({ who: fc.nat(PEOPLE - 1), isActive: fc.boolean(), isElsewhere: fc.boolean() }), {
    maxLength: 6,
  }),
});

/** In seconds; `active` is undefined where somebody never was. */
interface Known {
  readonly active?: number;
  readonly connected: number;
}

type Presences = Readonly<Record<string, Presence>>;

const second = (): number => clock.now().getTime() / 1000;
const isNear = (one: number, other: number) => Math.abs(one - other) <= SLACK;

const says = (person: TestUser, isActive: boolean) =>
  person.callOrThrow("POST", "/users/me/presence", { status: isActive ? "active" : "idle", ping_only: true });

/** What a new client of somebody's is told of others, in the present form. */
async function told(asker: TestUser): Promise<Presences> {
  const { state } = await asker.registerQueue({ event_types: ["presence"], slim_presence: true });
  return state.presences as Presences;
}

function isAsKnown(presences: Presences, known: ReadonlyMap<number, Known>, never: number): boolean {
  if (Object.keys(presences).length !== known.size) return false;
  return [...known].every(([id, { active = never, connected }]) => {
    const presence = presences[id];
    return presence && isNear(presence.active_timestamp, active) && isNear(presence.idle_timestamp, connected);
  });
}

/** Asks until what is told is what is to be known. */
async function untilKnown(asker: TestUser, known: ReadonlyMap<number, Known>, never: number): Promise<Presences> {
  return until(async () => {
    const presences = await told(asker);
    return isAsKnown(presences, known, never) && presences;
  });
}

test("what is known of people is the newest that their clients said, in all forms and at all processes", async () => {
  const here = await testServer();
  const elsewhere = await startServerBeside(here);
  await assertProperty(
    fc.asyncProperty(fc.array(anyMoment, { minLength: 1, maxLength: 4 }), async (moments) => {
      const { hamlet, othello, cordelia, iago } = await createTestOrganization(here);
      const people = [hamlet, othello, cordelia];
      const never = second();
      clock.shiftWallClock(seconds(1000));
      const known = new Map<number, Known>();
      for (const { passed, pings } of moments) {
        clock.shiftWallClock(seconds(passed));
        const sent = pings.map(async ({ who, isActive, isElsewhere }) => {
          const person = people[who] ?? hamlet;
          known.set(person.id, { ...known.get(person.id), connected: second(), ...(isActive && { active: second() }) });
          await says(isElsewhere ? person.at(elsewhere) : person, isActive);
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
