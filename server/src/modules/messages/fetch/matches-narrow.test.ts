import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser } from "@parlance/testkit";
import { index } from "#search/fixtures/searching.ts";

type Matches = Record<string, { readonly match_content: string; readonly match_subject: string }>;

const requestMatches = (person: TestUser, msg_ids: unknown, narrow: unknown) =>
  person.call("GET", "/messages/matches_narrow", { msg_ids, narrow });

async function matches(person: TestUser, ids: readonly number[], narrow: readonly object[]): Promise<Matches> {
  const { body, msg } = await requestMatches(person, ids, narrow);
  assert.equal(msg, "");
  return body["messages"] as Matches;
}

const term = (operator: string, operand: unknown) => ({ operator, operand });

test("the response contains the given messages that match, and the searched words are highlighted in them", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const channel = await hamlet.createChannel("court", [hamlet, othello]);
  const crown = await hamlet.sendToChannel(channel, { topic: "a & b", content: "the *crowns*" });
  const horse = await othello.sendToChannel(channel, { topic: "a & b", content: "my horse" });
  const direct = await hamlet.sendDirectMessage(othello, { content: "crown" });
  const ids = [crown, horse, direct, 999_999];
  const isMarked = '<span class="highlight">';

  for (const isIndexed of [false, true]) {
    if (isIndexed) await index(realm);
    assert.deepEqual(await matches(othello, ids, [term("search", "crown")]), {
      [crown]: { match_content: `<p>the <em>${isMarked}crowns</span></em></p>`, match_subject: "a &amp; b" },
      [direct]: { match_content: `<p>${isMarked}crown</span></p>`, match_subject: "" },
    });
    assert.deepEqual(await matches(othello, ids, [term("topic", "A & b"), term("search", "b")]), {
      [crown]: { match_content: "<p>the <em>crowns</em></p>", match_subject: `a &amp; ${isMarked}b</span>` },
      [horse]: { match_content: "<p>my horse</p>", match_subject: `a &amp; ${isMarked}b</span>` },
    });
  }
  // Without a text search, the texts are returned too, without highlights.
  assert.deepEqual(await matches(othello, ids, [term("sender", othello.id)]), {
    [horse]: { match_content: "<p>my horse</p>", match_subject: "a &amp; b" },
  });
  assert.deepEqual(Object.keys(await matches(othello, [], [])), []);
  assert.deepEqual(Object.keys(await matches(othello, [...ids, crown], [])), [crown, horse, direct].map(String));
});

test("only messages that the user received or sent, and can still read, are returned", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const open = await hamlet.createChannel("open", [hamlet]);
  const closed = await hamlet.createChannel("closed", [hamlet, othello], { invite_only: true });
  const early = await hamlet.sendToChannel(open, { content: "crown" });
  const secret = await hamlet.sendToChannel(closed, { content: "crown" });
  const direct = await hamlet.sendDirectMessage(othello, { content: "crown" });
  await cordelia.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "open" }] });
  const late = await hamlet.sendToChannel(open, { content: "crown" });

  const ids = [early, secret, direct, late];
  for (const narrow of [[], [term("search", "crown")], [term("channels", "public")], [term("channel", open)]]) {
    assert.deepEqual(Object.keys(await matches(cordelia, ids, narrow)), [String(late)]);
  }
  assert.equal((await requestMatches(cordelia, ids, [term("channel", closed)])).code, "BAD_NARROW");
  assert.deepEqual(Object.keys(await matches(othello, ids, [])), [String(secret), String(direct)]);
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["closed"] });
  assert.deepEqual(Object.keys(await matches(othello, ids, [])), [String(direct)]);
});

test("a request with an invalid narrow or too many message ids is rejected", async () => {
  const { hamlet } = await createTestOrganization();
  const refusal = async (ids: unknown, narrow: unknown) => {
    const { status, code, msg } = await requestMatches(hamlet, ids, narrow);
    return [status, code, msg];
  };
  const bad = (desc: string) => [400, "BAD_NARROW", `Invalid narrow operator: ${desc}`];
  assert.deepEqual(await refusal([1], [term("with", 1)]), bad("unknown operator with"));
  assert.deepEqual(await refusal([1], [term("what", "x")]), bad("unknown operator what"));
  assert.deepEqual(await refusal([1], [term("search", "")]), [400, "BAD_REQUEST", "operand cannot be blank."]);
  const many = Array.from({ length: 5001 }, (_, id) => id);
  assert.deepEqual(await refusal(many, []), [400, "BAD_REQUEST", "Too many messages requested (maximum 5000)."]);
  assert.deepEqual(await matches(hamlet, many.slice(1), [term("search", "crown")]), {});
  assert.equal((await refusal(undefined, []))[1], "REQUEST_VARIABLE_MISSING");
  assert.equal((await refusal([1], undefined))[1], "REQUEST_VARIABLE_MISSING");
  assert.equal((await refusal(["x"], []))[0], 400);
});
