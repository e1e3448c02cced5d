import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { invalidValues, settingNames, valuesOf } from "./fixtures/setting-values.ts";

const choice = fc
  .constantFrom(...settingNames)
  .chain((name) => fc.constantFrom(...valuesOf(name)).map((value) => ({ name, value })));
const mistake = fc
  .constantFrom(...settingNames)
  .chain((name) => fc.constantFrom(...invalidValues(name)).map(([value]) => ({ name, value })));
/** Requests with several different settings. In some requests, one value is invalid. */
const request = fc.record({
  choices: fc.uniqueArray(choice, { minLength: 1, maxLength: 8, selector: ({ name }) => name }),
  mistake: fc.option(mistake, { freq: 3 }),
});

test("after any sequence of requests, both the stored settings and the events reflect exactly the accepted changes", async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 10 }), async (requests) => {
      const { hamlet } = await createTestOrganization();
      const expected: Record<string, unknown> = { ...(await hamlet.registerQueue()).state["user_settings"] };
      const published: object[] = [];
      const [events] = await watchEvents([hamlet], async () => {
        for (const { choices, mistake: wrong } of requests) {
          const parameters = Object.fromEntries(
            [...choices, ...(wrong ? [wrong] : [])].map(({ name, value }) => [name, value]),
          );
          const { status } = await hamlet.patch("/settings", parameters);
          assert.equal(status, wrong ? 400 : 200);
          for (const { name: property, value } of wrong ? [] : choices) {
            if (expected[property] !== value) published.push({ property, value });
            expected[property] = value;
          }
        }
      });
      assert.deepEqual((await hamlet.registerQueue()).state["user_settings"], expected);
      const received = events
        ?.filter(({ type }) => type === "user_settings")
        .map(({ property, value }) => ({ property, value }));
      assert.deepEqual(
        new Set(received?.map((one) => JSON.stringify(one))),
        new Set(published.map((one) => JSON.stringify(one))),
      );
      assert.equal(received?.length, published.length);
    }),
    { rounds: 3, exploreRounds: 25 },
  );
});
