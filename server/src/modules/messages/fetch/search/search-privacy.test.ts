import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser, type TestOrganization, type ParametersOf } from "@parlance/testkit";
import { trySearch, contentsFoundBy, foundMessages, idsIn, index, searchAs } from "#search/fixtures/searching.ts";

// Messages that a user cannot read must not affect any response to that user.

const QUERIES = ["crowns", '"crown jewels"', "row", "王"];
const SECRET = "the crown jewels 王";

type Page = ParametersOf<"GET /messages">;

const term = (operator: string, operand: string | number) => ({ operator, operand });

/**
 * Returns all responses to a user who searches for the words in `QUERIES`, in each channel and with each kind of page.
 */
function everythingFound(person: TestUser, channels: readonly number[]): Promise<unknown[]> {
  const places = [[], [term("channels", "public")], ...channels.map((id) => [term("channel", id)])];
  const anchors: Page[] = [
    {},
    { anchor: "oldest", num_before: 0, num_after: 9 },
    { anchor: "first_unread", num_after: 1 },
  ];
  const pages = [...anchors, { anchor: "1", num_before: 1, num_after: 1 }, { message_ids: [1, 2, 3] }];
  const searches = QUERIES.flatMap((query) =>
    places.flatMap((place) => pages.map(async (page) => (await trySearch(person, [query, ...place], page)).body)),
  );
  return Promise.all(searches);
}

async function findsNothingNew(
  realm: TestOrganization,
  person: TestUser,
  channels: readonly number[],
  write: () => Promise<number[]>,
) {
  const before = await everythingFound(person, channels);
  const secret = await write();
  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(realm);
    assert.deepEqual(await everythingFound(person, channels), before);
    for (const query of QUERIES) {
      assert.deepEqual(idsIn(await searchAs(person, [query], { message_ids: secret })), []);
      const { body } = await person.get("/messages/matches_narrow", {
        msg_ids: secret,
        narrow: [term("search", query)],
      });
      assert.deepEqual(body["messages"], {});
    }
  }
}

test("a search does not reveal messages of private channels, other users' conversations or other organizations", async () => {
  const [realm, elsewhere] = [await createTestOrganization(), await createTestOrganization()];
  const { hamlet, othello, cordelia, iago, polonius } = realm;
  const closed = await hamlet.createChannel("closed", [hamlet, othello], { invite_only: true });
  const open = await hamlet.createChannel("open", [hamlet]);
  const abroad = await elsewhere.hamlet.createChannel("abroad", [elsewhere.hamlet]);
  await findsNothingNew(realm, cordelia, [closed, open], async () => [
    await hamlet.sendToChannel(closed, { topic: "crown", content: SECRET }),
    await hamlet.sendDirectMessage(othello, { content: SECRET }),
    await elsewhere.hamlet.sendToChannel(abroad, { content: SECRET }),
  ]);
  // An administrator can see that the channel exists, but cannot read it.
  await findsNothingNew(realm, iago, [closed], async () => [
    await hamlet.sendToChannel(closed, { topic: "crown", content: SECRET }),
  ]);
  // A guest who is not subscribed cannot read even public channels.
  await findsNothingNew(realm, polonius, [closed, open], async () => [
    await hamlet.sendToChannel(open, { content: SECRET }),
  ]);
});

test("in a channel with protected history, a search does not reveal messages sent before the user subscribed or after the user unsubscribed", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const facts = { invite_only: true, history_public_to_subscribers: false };
  const closed = await hamlet.createChannel("closed", [hamlet], facts);
  const before = await hamlet.sendToChannel(closed, { content: SECRET });
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "closed" }],
    principals: [othello.id],
  });
  const during = await hamlet.sendToChannel(closed, { content: SECRET });
  for (const query of QUERIES) {
    assert.deepEqual(await foundMessages(realm, othello, query), [during]);
    assert.deepEqual(await foundMessages(realm, othello, query, term("channel", closed)), [during]);
    assert.deepEqual(idsIn(await contentsFoundBy(realm, othello, [query], { message_ids: [before, during] })), [
      during,
    ]);
  }
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["closed"] });
  await findsNothingNew(realm, othello, [closed], async () => [
    await hamlet.sendToChannel(closed, { content: SECRET }),
    during,
  ]);
});

test("after an edit, a search immediately finds the message by its new content and no longer by its old content", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("court", [hamlet, othello]);
  for (const isIndexed of [false, true]) {
    const id = await hamlet.sendToChannel(channel, { topic: `royal ${isIndexed}`, content: SECRET });
    if (isIndexed) await index(realm);
    await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: "a *horse*", topic: `stable ${isIndexed}` });
    const narrow = term("id", id);
    for (const query of [...QUERIES, `"royal ${isIndexed}"`]) {
      assert.deepEqual(await foundMessages(realm, othello, query, narrow), []);
    }
    for (const query of QUERIES) assert.deepEqual(await foundMessages(realm, othello, query), []);
    for (const query of ["horses", '"a *horse*"', `stable ${isIndexed}`, `"stable ${isIndexed}"`]) {
      assert.deepEqual(await foundMessages(realm, othello, query, narrow), [id]);
    }
    const [message] = (await contentsFoundBy(realm, othello, ["horse"], { num_before: 1 })).messages;
    assert.equal(message?.match_content, '<p>a <em><span class="highlight">horse</span></em></p>');
  }
});

test("after a move, a search finds the message in its new channel, but only for users who can read this channel", async () => {
  const realm = await createTestOrganization();
  const { desdemona, othello } = realm;
  const open = await desdemona.createChannel("open", [desdemona, othello]);
  const closed = await desdemona.createChannel("closed", [desdemona], { invite_only: true });
  for (const isIndexed of [false, true]) {
    const id = await desdemona.sendToChannel(open, { topic: "old place", content: `horse ${isIndexed}` });
    if (isIndexed) await index(realm);
    const query = `"horse ${isIndexed}"`;
    assert.deepEqual(await foundMessages(realm, othello, query), [id]);
    const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
    await desdemona.callOrThrow("PATCH", `/messages/${id}`, { stream_id: closed, topic: "new place", ...quietly });
    assert.deepEqual(await foundMessages(realm, othello, query), []);
    assert.deepEqual(await foundMessages(realm, desdemona, query, term("channel", closed)), [id]);
    assert.deepEqual(await foundMessages(realm, desdemona, query, "old place"), []);
    assert.deepEqual(await foundMessages(realm, desdemona, query, "new"), [id]);
    assert.deepEqual(await foundMessages(realm, desdemona, query, term("channel", open)), []);
  }
});

test("a search does not find a deleted message, and the index contains no data of it any more", async () => {
  const realm = await createTestOrganization();
  const { desdemona, othello, server } = realm;
  const channel = await desdemona.createChannel("court", [desdemona, othello]);
  for (const isIndexed of [false, true]) {
    const id = await desdemona.sendToChannel(channel, { content: SECRET });
    if (isIndexed) await index(realm);
    await desdemona.callOrThrow("DELETE", `/messages/${id}`);
    for (const query of QUERIES) assert.deepEqual(await foundMessages(realm, othello, query), []);
    const rows = await server.db.reader.selectFrom("message_search").where("message_id", "=", id).execute();
    assert.deepEqual(rows, []);
  }
});

test("when a user searches in an unreadable channel, the empty page does not reveal whether messages match", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const closed = await hamlet.createChannel("closed", [hamlet], { invite_only: true });
  await hamlet.sendToChannel(closed, { topic: "crown", content: SECRET });
  for (const anchor of ["newest", "oldest", "first_unread", "1"]) {
    const { body } = await searchAs(iago, ["crown", term("channel", closed)], { anchor, num_after: 5 });
    const { messages, found_oldest, found_newest, found_anchor } = body;
    assert.deepEqual([messages, found_oldest, found_newest, found_anchor], [[], true, true, false]);
  }
});
