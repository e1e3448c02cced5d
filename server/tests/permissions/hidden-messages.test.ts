import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, type Client } from "@parlance/testkit";
import { openChannelStage, type ChannelStage } from "./fixtures/naming/channels.ts";
import { messageRows } from "./fixtures/naming/messages.ts";
import { answersTo } from "./fixtures/naming/naming-row.ts";
import { sections } from "./fixtures/api-operations.ts";
import { perform } from "./fixtures/permission-row.ts";
import { apartFromMessages, PARAMETERS } from "./fixtures/naming/parameters.ts";
import { apart, channelListingRows, EVENTS, listingRows } from "./fixtures/message-access-rows.ts";

const realm = await newRealm();
const elsewhere = await newRealm();
const { desdemona, shiva } = realm;

const [WORD, NO_WORD] = ["wolfsbane", "hemlock"];
const SECRET = { topic: WORD, content: `/poll Who mixed the ${WORD}?\nYorick` };
const PRIVATE = { invite_only: true };

/** A message that somebody may not read, and a place in which messages of the kind are. */
interface Hidden {
  readonly what: string;
  readonly stage: ChannelStage;
  readonly channelId: number;
  readonly id: number;
  /** Its neighbour, which is gone: the same messages of others lie before the two and after them. */
  readonly absentId: number;
}

type Place = Pick<Hidden, "channelId" | "id" | "absentId">;

/** Where a message is, when it was written, and its neighbour. */
async function placed(channelId: number, writing: Promise<number>): Promise<Place> {
  const id = await writing;
  const absentId = await desdemona.writesTo(desdemona);
  await desdemona.does("DELETE", `/messages/${absentId}`);
  return { channelId, id, absentId };
}

/** How a message comes to be there and not to be there for somebody. */
const kinds: Readonly<Record<string, (stage: ChannelStage, name: string) => Promise<Place>>> = {
  "in a private channel": async (_, name) => {
    const channelId = await desdemona.creates(`private ${name}`, [desdemona, shiva], PRIVATE);
    return placed(channelId, desdemona.writes(channelId, SECRET));
  },
  "from before they came, where the past is hidden": async ({ caller }, name) => {
    const protectedOne = { ...PRIVATE, history_public_to_subscribers: false };
    const channelId = await desdemona.creates(`protected ${name}`, [desdemona], protectedOne);
    const place = await placed(channelId, desdemona.writes(channelId, SECRET));
    await desdemona.does("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: `protected ${name}` }],
      principals: [caller.id],
    });
    return place;
  },
  "in a private channel that they left": async ({ caller }, name) => {
    const channelId = await desdemona.creates(`left ${name}`, [desdemona, caller], PRIVATE);
    const place = await placed(channelId, desdemona.writes(channelId, SECRET));
    await caller.does("DELETE", "/users/me/subscriptions", { subscriptions: [`left ${name}`] });
    return place;
  },
  "in a direct conversation of others": async (_, name) => {
    const channelId = await desdemona.creates(`not direct ${name}`, [desdemona], PRIVATE);
    return placed(channelId, desdemona.writesTo(shiva, { content: SECRET.content }));
  },
  "that was deleted": async ({ caller }, name) => {
    const channelId = await desdemona.creates(`deleted ${name}`, [desdemona, caller], PRIVATE);
    const place = await placed(channelId, desdemona.writes(channelId, SECRET));
    await desdemona.does("DELETE", `/messages/${place.id}`);
    return place;
  },
  "of another organization": async (_, name) => {
    const channelId = await elsewhere.desdemona.creates(`foreign ${name}`, [elsewhere.desdemona]);
    return placed(channelId, elsewhere.desdemona.writes(channelId, SECRET));
  },
};

const hidden: Hidden[] = [];
const clients: Client[] = [];
for (const [name, role] of [
  ["member", 400],
  ["visitor", 600],
] as const) {
  const stage = await openChannelStage(realm, name, role);
  clients.push(await stage.caller.registers());
  for (const [what, hides] of Object.entries(kinds)) {
    hidden.push({ what, stage, ...(await hides(stage, name)) });
  }
}

test("of every operation it is known whether it touches messages, and how", async () => {
  const known = new Set(
    [...messageRows, ...listingRows, ...channelListingRows].map(({ operation }) => operation).concat(EVENTS, ...apart),
  );
  const operations = [...(await sections())].flatMap(([section, own]) => (apartFromMessages.has(section) ? [] : own));
  const unknown = operations.filter((operation) => !known.has(operation));
  const advice = unknown.map(
    (one) => `say what ${one} does to messages, in fixtures/touching.ts or, of its whole section, in ${PARAMETERS}`,
  );
  assert.equal(advice.join("\n"), "");
  assert.deepEqual(
    [...known].filter((operation) => !operations.includes(operation)),
    [],
    "operations that do not exist",
  );
});

for (const row of messageRows) {
  test(`${row.operation} tells of messages that one may not read what it tells of none: ${row.parameter}`, async () => {
    for (const { what, stage, id, absentId } of hidden) {
      const named = { hidden: { id }, absent: { id: absentId } };
      const answers = await answersTo(stage.caller, { stage, row, ...named });
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
    test(`${row.operation} leaves aside messages that one may not read${where}`, async () => {
      for (const { what, stage, channelId } of places) {
        const of = `a message ${what}, ${stage.caller.fullName}`;
        const there = { ...stage, channelId };
        const named = { hidden: { word: WORD }, absent: { word: NO_WORD } };
        const answers = await answersTo(stage.caller, { stage: there, row, ...named });
        assert.deepEqual(answers.hidden, answers.absent, of);
        for (const call of row.calls(there, { word: NO_WORD })) {
          const { body } = await perform(stage.caller, row.operation, call);
          assert.ok(!JSON.stringify(body).includes(WORD), of);
        }
      }
    });
  }
}

test("nobody hears of messages that they may not read, from the moment in which they are sent", async () => {
  for (const client of clients) {
    const events = await client.eventsUpTo((await desdemona.registers()).lastEventId);
    const named = events
      .filter(({ type, message }) => type === "message" && message?.content.includes(WORD))
      .map(({ message }) => JSON.stringify(message?.["display_recipient"]).replace(/ (member|visitor)"$/, '"'));
    // Those came to them: they were there when they were written.
    assert.deepEqual(named, ['"left"', '"deleted"']);
  }
});
