import assert from "node:assert/strict";
import { test } from "node:test";
import { carriers, decide, type NoticeFacts } from "@parlance/contract/notifications/notification-decision.ts";
import { everyFact, plainFacts } from "../fixtures/all-decision-inputs.ts";
import { naivelyTold } from "../fixtures/naive-decision.ts";

const allOn = Object.fromEntries(
  Object.keys(plainFacts.settings).map((name) => [name, true]),
) as unknown as NoticeFacts["settings"];
/** A direct message to somebody who wants to be told of everything. */
const wanted: NoticeFacts = { ...plainFacts, settings: allOn };
const channel = {
  isMuted: false,
  topic: null,
  choices: {
    desktop_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
  },
};

for (const carrier of carriers) {
  test(`of every combination of what matters, ${carrier} tells what the rules say one by one`, () => {
    let count = 0;
    for (const facts of everyFact(carrier)) {
      const verdict = decide(facts)[carrier];
      if (verdict.isTold !== naivelyTold(carrier, facts))
        assert.deepEqual(verdict, { isTold: !verdict.isTold }, JSON.stringify(facts));
      count += 1;
    }
    assert.equal(count, 149_504);
  });
}

test("what bars somebody from a message bars all carriers, whatever they want, and is said first", () => {
  const cases = [
    [{ isReader: false }, "not_a_reader"],
    [{ isSender: true }, "own_message"],
    [{ isBot: true }, "bot"],
    [{ isActive: false }, "deactivated"],
    [{ isSenderMuted: true }, "muted_sender"],
    [{ isRead: true }, "read"],
    [{ isRead: true, isSenderMuted: true, isReader: false }, "not_a_reader"],
  ] as const;
  for (const [bar, why] of cases) {
    const verdict = { isTold: false, why };
    assert.deepEqual(decide({ ...wanted, ...bar }), { phone: verdict, browser: verdict, mail: verdict });
  }
});

test("a decision says why it is so", () => {
  const mentioned = { ...wanted, channel, isMentioned: true, isWildcardMentioned: true };
  const muted = { ...channel, isMuted: true };
  const cases: readonly (readonly [NoticeFacts, string])[] = [
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
    [{ ...plainFacts, channel: muted }, "settings settings settings"],
    [{ ...wanted, isOnline: true }, "direct_message online direct_message"],
    [{ ...wanted, isQuiet: true, isOnline: true }, "do_not_disturb do_not_disturb direct_message"],
    [{ ...wanted, channel: muted, isQuiet: true }, "muted muted muted"],
    [
      { ...wanted, isOnline: true, settings: { ...allOn, enable_online_push_notifications: false } },
      "online online direct_message",
    ],
  ];
  for (const [facts, whys] of cases) {
    const decision = decide(facts);
    assert.equal(carriers.map((carrier) => decision[carrier].why).join(" "), whys);
  }
});
