import assert from "node:assert/strict";
import { test } from "node:test";
import {
  carriers,
  decideNotification,
  type DecisionInput,
} from "@parlance/contract/notifications/notification-decision.ts";
import { allDecisionInputs, defaultDecisionInput } from "../fixtures/all-decision-inputs.ts";
import { naiveDecision } from "../fixtures/naive-decision.ts";

const allOn = Object.fromEntries(
  Object.keys(defaultDecisionInput.settings).map((name) => [name, true]),
) as unknown as DecisionInput["settings"];
/** Facts about a direct message to a user who wants all notifications. */
const wanted: DecisionInput = { ...defaultDecisionInput, settings: allOn };
const channel = {
  isMuted: false,
  topic: null,
  settings: {
    desktop_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
  },
};

for (const carrier of carriers) {
  test(`for every combination of inputs, the decision for ${carrier} equals that of a naive implementation of the rules`, () => {
    let count = 0;
    for (const facts of allDecisionInputs(carrier)) {
      const verdict = decideNotification(facts)[carrier];
      if (verdict.isNotified !== naiveDecision(carrier, facts))
        assert.deepEqual(verdict, { isNotified: !verdict.isNotified }, JSON.stringify(facts));
      count += 1;
    }
    assert.equal(count, 149_504);
  });
}

test("a reason that excludes a user applies to all transports and precedes all settings", () => {
  const cases = [
    [{ isRecipient: false }, "not_a_reader"],
    [{ isSender: true }, "own_message"],
    [{ isBot: true }, "bot"],
    [{ isActive: false }, "deactivated"],
    [{ isSenderMuted: true }, "muted_sender"],
    [{ isRead: true }, "read"],
    [{ isRead: true, isSenderMuted: true, isRecipient: false }, "not_a_reader"],
  ] as const;
  for (const [bar, why] of cases) {
    const verdict = { isNotified: false, reason: why };
    assert.deepEqual(decideNotification({ ...wanted, ...bar }), { phone: verdict, browser: verdict, mail: verdict });
  }
});

test("each decision contains its reason", () => {
  const mentioned = { ...wanted, channel, isMentioned: true, isWildcardMentioned: true };
  const muted = { ...channel, isMuted: true };
  const cases: readonly (readonly [DecisionInput, string])[] = [
    [wanted, "direct_message direct_message direct_message"],
    [mentioned, "mention mention mention"],
    [{ ...mentioned, isMentioned: false }, "wildcard_mention wildcard_mention wildcard_mention"],
    [{ ...wanted, channel: { ...channel, topic: 3 } }, "followed_topic followed_topic followed_topic"],
    [{ ...wanted, channel }, "channel channel channel"],
    [
      { ...wanted, channel, hasAlertWord: true, settings: { ...allOn, enable_stream_desktop_notifications: false } },
      "channel alert_word channel",
    ],
    [{ ...wanted, channel: muted }, "muted muted muted"],
    [{ ...defaultDecisionInput, channel: muted }, "settings settings settings"],
    [{ ...wanted, isOnline: true }, "direct_message online direct_message"],
    [{ ...wanted, isInQuietHours: true, isOnline: true }, "do_not_disturb do_not_disturb direct_message"],
    [{ ...wanted, channel: muted, isInQuietHours: true }, "muted muted muted"],
    [
      { ...wanted, isOnline: true, settings: { ...allOn, enable_online_push_notifications: false } },
      "online online direct_message",
    ],
  ];
  for (const [facts, whys] of cases) {
    const decision = decideNotification(facts);
    assert.equal(carriers.map((carrier) => decision[carrier].reason).join(" "), whys);
  }
});
