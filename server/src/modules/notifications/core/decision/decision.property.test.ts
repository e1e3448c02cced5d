import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import {
  suppressionReasons,
  carriers,
  decideNotification,
  type DecisionInput,
} from "@parlance/contract/notifications/notification-decision.ts";
import { defaultDecisionInput } from "../fixtures/all-decision-inputs.ts";
import { naiveDecision } from "../fixtures/naive-decision.ts";

const rounds = { rounds: 2000, exploreRounds: 200_000 };

const choice = fc.constantFrom(null, false, true);
const settings = fc.record(
  Object.fromEntries(Object.keys(defaultDecisionInput.settings).map((name) => [name, fc.boolean()])),
) as unknown as fc.Arbitrary<DecisionInput["settings"]>;
const channel = fc.record({
  isMuted: fc.boolean(),
  topic: fc.constantFrom(null, 1, 2, 3),
  settings: fc.record({
    desktop_notifications: choice,
    push_notifications: choice,
    email_notifications: choice,
    wildcard_mentions_notify: choice,
  }),
});

/**
 * Generates the data for a decision about a user who is not excluded, with any settings. The tests decide whether the
 * user is notified, for every kind of notification (`carriers`).
 */
const facts: fc.Arbitrary<DecisionInput> = fc
  .record({
    isOnline: fc.boolean(),
    isMentioned: fc.boolean(),
    isWildcardMentioned: fc.boolean(),
    hasAlertWord: fc.boolean(),
    channel: fc.option(channel),
    settings,
  })
  .map((some) => ({ ...defaultDecisionInput, ...some }));

const barring: fc.Arbitrary<Partial<DecisionInput>> = fc.constantFrom(
  { isRecipient: false },
  { isSender: true },
  { isBot: true },
  { isActive: false },
  { isSenderMuted: true },
  { isRead: true },
);

test("for any settings, each transport's decision equals that of the naive rules", () => {
  assertProperty(
    fc.property(facts, (some) => {
      const decision = decideNotification(some);
      for (const carrier of carriers) assert.equal(decision[carrier].isNotified, naiveDecision(carrier, some), carrier);
    }),
    rounds,
  );
});

test("a user who is excluded, for example because the user has sent or already read the message, is not notified, whatever the settings are", () => {
  assertProperty(
    fc.property(facts, barring, (some, bar) => {
      const decision = decideNotification({ ...some, ...bar });
      for (const carrier of carriers) {
        const { isNotified, reason } = decision[carrier];
        assert.ok(!isNotified && (suppressionReasons as readonly string[]).includes(reason), `${carrier}: ${reason}`);
      }
    }),
    rounds,
  );
});

test("a user who is away gets at least the notifications that an active user would get", () => {
  assertProperty(
    fc.property(facts, (some) => {
      const [there, away] = [true, false].map((isOnline) => decideNotification({ ...some, isOnline }));
      for (const carrier of carriers) assert.ok(!there?.[carrier].isNotified || away?.[carrier].isNotified, carrier);
    }),
    rounds,
  );
});
