import assert from "node:assert/strict";
import { test } from "node:test";
import { call, createTestOrganization, type Parameters } from "@parlance/testkit";
import { loadOperations } from "./fixtures/api-operations.ts";

const realm = await createTestOrganization();
const { desdemona, hamlet } = realm;
await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
const web = await desdemona.createChannel("web", [desdemona, hamlet], { is_web_public: true });
const open = await desdemona.createChannel("open", [desdemona, hamlet]);
const secret = await desdemona.createChannel("secret", [desdemona], { invite_only: true });

const shown = await hamlet.sendToChannel(web, { topic: "castle", content: "news" });
const hidden = [
  await hamlet.sendToChannel(open),
  await desdemona.sendToChannel(secret),
  await hamlet.sendDirectMessage(desdemona),
];
const deleted = await hamlet.sendToChannel(web);
await hamlet.callOrThrow("DELETE", `/messages/${deleted}`);
const elsewhere = await createTestOrganization();
await elsewhere.desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
await elsewhere.desdemona.createChannel("web", [elsewhere.desdemona], { is_web_public: true });
const foreign = await elsewhere.desdemona.sendToChannel("web");

const request = (method: string, path: string, parameters: Parameters = {}) =>
  call(desdemona.site, { method, path, parameters, headers: {} });

/** Operations that require no login, with the status of the response to a request without parameters. */
const publicOperations: Readonly<Record<string, number>> = {
  "GET /server_settings": 200,
  "POST /fetch_api_key": 400,
  "POST /dev_fetch_api_key": 400,
  "POST /jwt/fetch_api_key": 400,
  "POST /register": 200,
  // Files that web-public messages link to are covered by the tests of uploads.
  "GET /user_uploads/{realm_id_str}/{filename}": 404,
};

test("without an account, only the listed operations work", async () => {
  for (const operation of (await loadOperations()).keys()) {
    const [method = "", route = ""] = operation.split(" ");
    const path = route.replaceAll("{message_id}", String(hidden[0])).replaceAll(/\{\w+\}/g, String(web));
    const { status, code } = await request(method, path);
    if (operation in publicOperations) assert.equal(status, publicOperations[operation], operation);
    else assert.deepEqual([status, code], [401, "UNAUTHORIZED"], operation);
  }
});

/** Returns the ids of the messages that a narrow finds, or the status if the search is rejected. */
async function found(narrow: readonly object[], more: Parameters = {}): Promise<number[] | number> {
  const page = { anchor: "newest", num_before: 100, num_after: 0, narrow: [...narrow], ...more };
  const answer = await request("GET", "/messages", page);
  return answer.result === "success" ? (answer["messages"] as { id: number }[]).map(({ id }) => id) : answer.status;
}

const OPEN = { operator: "channels", operand: "web-public" };

test("clients without an account find web-public messages, and no narrow finds any other message", async () => {
  const everything = await found([OPEN]);
  assert.ok(Array.isArray(everything) && everything.includes(shown));
  const others = [...hidden, deleted, foreign];
  for (const narrow of [
    [OPEN],
    [OPEN, { operator: "search", operand: "news" }],
    [OPEN, { operator: "sender", operand: hamlet.id }],
    [OPEN, { operator: "topic", operand: "castle" }],
    [OPEN, { operator: "channel", operand: web }],
    ...others.map((id) => [OPEN, { operator: "id", operand: id }]),
    ...others.map((id) => [OPEN, { operator: "near", operand: id }]),
    ...others.map((id) => [OPEN, { operator: "with", operand: id }]),
  ]) {
    const ids = await found(narrow);
    if (Array.isArray(ids))
      assert.deepEqual(
        ids.filter((id) => !everything.includes(id)),
        [],
        JSON.stringify(narrow),
      );
    else assert.equal(ids, 400);
  }
});

test("narrows about the user's own messages, and narrows that are not limited to web-public channels by `channels:web-public`, require an account", async () => {
  for (const narrow of [
    [],
    [{ operator: "channels", operand: "public" }],
    [{ operator: "channel", operand: web }],
    [{ ...OPEN, negated: true }],
    [{ operator: "search", operand: "news" }],
    ...["starred", "unread", "mentioned", "dm", "alerted", "followed"].map((operand) => [
      OPEN,
      { operator: "is", operand },
    ]),
    [OPEN, { operator: "dm", operand: [hamlet.id] }],
  ]) {
    const ids = await found(narrow);
    assert.ok(ids === 401 || ids === 400, `${JSON.stringify(narrow)}: ${JSON.stringify(ids)}`);
  }
});

test("without an account, web-public messages can be read by id, and any other message seems not to exist", async () => {
  const { status, message } = await request("GET", `/messages/${shown}`);
  assert.deepEqual([status, (message as { content: string }).content], [200, "<p>news</p>"]);
  const answers = new Set<string>();
  for (const id of [...hidden, deleted, foreign, 2 ** 40]) {
    answers.add(JSON.stringify((await request("GET", `/messages/${id}`)).body));
    assert.deepEqual(
      await found([OPEN], { message_ids: [id], anchor: undefined, num_before: undefined, num_after: undefined }),
      [],
    );
  }
  assert.equal(answers.size, 1, [...answers].join("\n"));
  for (const rest of ["/history", "/read_receipts", "/reactions"]) {
    assert.notEqual((await request("GET", `/messages/${shown}${rest}`)).status, 200, rest);
  }
});
