import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { bars, carriers, decide, type NoticeFacts } from "@parlance/contract/notifications/notification-decision.ts";
import { plainFacts } from "../fixtures/all-decision-inputs.ts";
import { naivelyTold } from "../fixtures/naive-decision.ts";

const rounds = { rounds: 2000, exploreRounds: 200_000 };

const choice = fc.constantFrom(null, false, true);
const settings = fc.record(
  Object.fromEntries(Object.keys(plainFacts.settings).map((name) => [name, fc.boolean()])),
) as unknown as fc.Arbitrary<NoticeFacts["settings"]>;
const channel = fc.record({
  isMuted: fc.boolean(),
  topic: fc.constantFrom(null, 1, 2, 3),
  choices: fc.record({
    desktop_notifications: choice,
    push_notifications: choice,
    email_notifications: choice,
    wildcard_mentions_notify: choice,
  }),
});

/** Somebody whom nothing bars: any settings, of all carriers at once. */
const facts: fc.Arbitrary<NoticeFacts> = fc
  .record({
    isOnline: fc.boolean(),
    isMentioned: fc.boolean(),
    isWildcardMentioned: fc.boolean(),
    hasAlertWord: fc.boolean(),
    channel: fc.option(channel),
    settings,
  })
  .map((some) => ({ ...plainFacts, ...some }));

const barring: fc.Arbitrary<Partial<NoticeFacts>> = fc.constantFrom(
  { isReader: false },
  { isSender: true },
  { isBot: true },
  { isActive: false },
  { isSenderMuted: true },
  { isRead: true },
);

test("whatever somebody has set for all carriers at once, each tells what the rules say one by one", () => {
  assertProperty(
    fc.property(facts, (some) => {
      const decision = decide(some);
      for (const carrier of carriers) assert.equal(decision[carrier].isTold, naivelyTold(carrier, some), carrier);
    }),
    rounds,
  );
});

test("nobody is told of what they may not read, wrote themselves or have read, whatever they have set", () => {
  assertProperty(
    fc.property(facts, barring, (some, bar) => {
      const decision = decide({ ...some, ...bar });
      for (const carrier of carriers) {
        const { isTold, why } = decision[carrier];
        assert.ok(!isTold && (bars as readonly string[]).includes(why), `${carrier}: ${why}`);
      }
    }),
    rounds,
  );
});

test("who leaves their clients is told of no less than while they were there", () => {
  assertProperty(
    fc.property(facts, (some) => {
      const [there, away] = [true, false].map((isOnline) => decide({ ...some, isOnline }));
      for (const carrier of carriers) assert.ok(!there?.[carrier].isTold || away?.[carrier].isTold, carrier);
    }),
    rounds,
  );
});
