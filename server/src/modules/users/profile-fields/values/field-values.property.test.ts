import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import {
  BIRTHDAY,
  createField,
  FRIENDS,
  GITHUB,
  LONG,
  MOOD,
  PAGE,
  profileOf,
  PRONOUNS,
  setFieldValue,
  SHORT,
} from "../fixtures/fields.ts";

const days = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom("m", "s", "*a* :)", "\n", "`", "<b>", "https://", "2027-02-29"),
  fc.webUrl(),
  days,
);

test("any value is stored and returned unchanged, clears the field, or is rejected without a change", async () => {
  const { iago, hamlet, othello, polonius } = await createTestOrganization();
  const kinds = [SHORT, LONG, MOOD, BIRTHDAY, PAGE, FRIENDS, GITHUB, PRONOUNS];
  const fields: number[] = [];
  for (const kind of kinds) fields.push(await createField(iago, kind));
  const people = [iago.id, hamlet.id, othello.id, 0];
  const lists = fc.uniqueArray(fc.constantFrom(...people), { maxLength: 4 });
  const values = fc.oneof({ weight: 5, arbitrary: texts }, lists, fc.constant(null));

  const shown: Record<string, string> = {};
  await watchEvents([polonius], () =>
    assertProperty(
      fc.asyncProperty(fc.constantFrom(...fields), values, async (id, value) => {
        const { result, status, code } = await setFieldValue(hamlet, id, value);
        const isCleared = value === null || (typeof value === "string" ? value.trim() === "" : value.length === 0);
        if (isCleared) assert.equal(result, "success");
        if (result === "error") assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
        else if (isCleared) delete shown[id];
        else shown[id] = typeof value === "string" ? value : JSON.stringify(value);
        const profile = Object.entries(await profileOf(polonius, hamlet));
        assert.deepEqual(
          Object.fromEntries(profile.map(([key, data]) => [key, (data as { value: string }).value])),
          shown,
        );
      }),
      { rounds: 15, exploreRounds: 150 },
    ),
  );
});

test("every calendar day is a valid date", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const id = await createField(iago, BIRTHDAY);
  await assertProperty(
    fc.asyncProperty(days, async (day) => assert.equal((await setFieldValue(hamlet, id, day)).result, "success")),
    { rounds: 5, exploreRounds: 30 },
  );
});
