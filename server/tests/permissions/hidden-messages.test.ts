import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type Client } from "@parlance/testkit";
import { createChannelTestOrganization, type ChannelTestOrganization } from "./fixtures/naming/channels.ts";
import { messageRows } from "./fixtures/naming/messages.ts";
import { collectResponses } from "./fixtures/naming/naming-row.ts";
import { loadSections } from "./fixtures/api-operations.ts";
import { performCall } from "./fixtures/permission-row.ts";
import {
  hasMessages,
  unrelatedOperations,
  channelListingRows,
  EVENT_OPERATIONS,
  listingRows,
} from "./fixtures/message-access-rows.ts";

const realm = await createTestOrganization();
const elsewhere = await createTestOrganization();
const { desdemona, shiva } = realm;

const [WORD, NO_WORD] = ["wolfsbane", "hemlock"];
const SECRET = { topic: WORD, content: `/poll Who mixed the ${WORD}?\nYorick` };
const PRIVATE = { invite_only: true };

/** A message that the caller may not read, and its channel. */
interface Hidden {
  readonly what: string;
  readonly stage: ChannelTestOrganization;
  readonly channelId: number;
  readonly id: number;
  /**
   * Id of a deleted message that was sent directly after the hidden one, so that the same messages precede and follow
   * both.
   */
  readonly absentId: number;
}

type Place = Pick<Hidden, "channelId" | "id" | "absentId">;

/** Returns the channel and the id of a message, and the id of a deleted message next to it. */
async function placed(channelId: number, writing: Promise<number>): Promise<Place> {
  const id = await writing;
  const absentId = await desdemona.sendDirectMessage(desdemona);
  await desdemona.callOrThrow("DELETE", `/messages/${absentId}`);
  return { channelId, id, absentId };
}

/** Reasons why a user cannot read a message, each with a function that creates such a message. */
const kinds: Readonly<Record<string, (stage: ChannelTestOrganization, name: string) => Promise<Place>>> = {
  "in a private channel": async (_, name) => {
    const channelId = await desdemona.createChannel(`private ${name}`, [desdemona, shiva], PRIVATE);
    return placed(channelId, desdemona.sendToChannel(channelId, SECRET));
  },
  "from before the caller subscribed, in a channel with protected history": async ({ caller }, name) => {
    const protectedOne = { ...PRIVATE, history_public_to_subscribers: false };
    const channelId = await desdemona.createChannel(`protected ${name}`, [desdemona], protectedOne);
    const place = await placed(channelId, desdemona.sendToChannel(channelId, SECRET));
    await desdemona.callOrThrow("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: `protected ${name}` }],
      principals: [caller.id],
    });
    return place;
  },
  "in a private channel that the caller left": async ({ caller }, name) => {
    const channelId = await desdemona.createChannel(`left ${name}`, [desdemona, caller], PRIVATE);
    const place = await placed(channelId, desdemona.sendToChannel(channelId, SECRET));
    await caller.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: [`left ${name}`] });
    return place;
  },
  "in a direct message conversation of other users": async (_, name) => {
    const channelId = await desdemona.createChannel(`not direct ${name}`, [desdemona], PRIVATE);
    return placed(channelId, desdemona.sendDirectMessage(shiva, { content: SECRET.content }));
  },
  "that was deleted": async ({ caller }, name) => {
    const channelId = await desdemona.createChannel(`deleted ${name}`, [desdemona, caller], PRIVATE);
    const place = await placed(channelId, desdemona.sendToChannel(channelId, SECRET));
    await desdemona.callOrThrow("DELETE", `/messages/${place.id}`);
    return place;
  },
  "of another organization": async (_, name) => {
    const channelId = await elsewhere.desdemona.createChannel(`foreign ${name}`, [elsewhere.desdemona]);
    return placed(channelId, elsewhere.desdemona.sendToChannel(channelId, SECRET));
  },
};

const hidden: Hidden[] = [];
const clients: Client[] = [];
for (const [name, role] of [
  ["member", 400],
  ["visitor", 600],
] as const) {
  const stage = await createChannelTestOrganization(realm, name, role);
  clients.push(await stage.caller.registerQueue());
  for (const [what, hides] of Object.entries(kinds)) {
    hidden.push({ what, stage, ...(await hides(stage, name)) });
  }
}

test("the effect of every operation on messages is listed in a table", async () => {
  const known = new Set(
    [...messageRows, ...listingRows, ...channelListingRows]
      .map(({ operation }) => operation)
      .concat(EVENT_OPERATIONS, ...unrelatedOperations),
  );
  const operations = [...(await loadSections())].flatMap(([section, own]) => (hasMessages(section) ? own : []));
  const unknown = operations.filter((operation) => !known.has(operation));
  const advice = unknown.map((one) => `say what ${one} does to messages, in fixtures/message-access-rows.ts`);
  assert.equal(advice.join("\n"), "");
  assert.deepEqual(
    [...known].filter((operation) => !operations.includes(operation)),
    [],
    "operations that do not exist",
  );
});

for (const row of messageRows) {
  test(`${row.operation} gives the same response for an unreadable message as for a nonexistent one: ${row.parameter}`, async () => {
    for (const { what, stage, id, absentId } of hidden) {
      const named = { hidden: { id }, absent: { id: absentId } };
      const answers = await collectResponses(stage.caller, { stage, row, ...named });
      assert.deepEqual(answers.hidden, answers.absent, `a message ${what}, ${stage.caller.fullName}`);
    }
  });
}

for (const [rows, places] of [
  [listingRows, hidden.filter(({ what }) => what === Object.keys(kinds)[0])],
  [channelListingRows, hidden],
] as const) {
  for (const row of rows) {
    const where = rows === listingRows ? "" : ", in a channel";
    test(`${row.operation} ignores messages that the caller cannot read${where}`, async () => {
      for (const { what, stage, channelId } of places) {
        const of = `a message ${what}, ${stage.caller.fullName}`;
        const there = { ...stage, channelId };
        const named = { hidden: { word: WORD }, absent: { word: NO_WORD } };
        const answers = await collectResponses(stage.caller, { stage: there, row, ...named });
        assert.deepEqual(answers.hidden, answers.absent, of);
        for (const call of row.calls(there, { word: NO_WORD })) {
          const { body } = await performCall(stage.caller, row.operation, call);
          assert.ok(!JSON.stringify(body).includes(WORD), of);
        }
      }
    });
  }
}

test("from the time at which a user may not read a message, the user receives no events about it", async () => {
  for (const client of clients) {
    const events = await client.eventsUpTo((await desdemona.registerQueue()).lastEventId);
    const named = events
      .filter(({ type, message }) => type === "message" && message?.content.includes(WORD))
      .map(({ message }) => JSON.stringify(message?.["display_recipient"]).replace(/ (member|visitor)"$/, '"'));
    // Only these two messages appear: the callers could read them when they were sent.
    assert.deepEqual(named, ['"left"', '"deleted"']);
  }
});
