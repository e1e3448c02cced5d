import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom, createTestOrganization, watchEvents } from "@parlance/testkit";
import { randomRuns } from "@parlance/testkit/random/random-runs.ts";
import { sendRaw } from "@parlance/testkit/random/hostile-requests.ts";
import { hostileJson, hostileText, mutatedJson } from "@parlance/testkit/random/hostile-values.ts";
import { describeRecentLog } from "@parlance/testkit/servers/server-log.ts";
import { ScimDirectory } from "../fixtures/scim-directory.ts";

const { rounds, seed } = randomRuns({ rounds: 150, exploreRounds: 3000, knownSeeds: [] })[0] ?? assert.fail();

const PATCH_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";

const FILTERS = [
  'userName eq "hamlet"',
  "active eq true",
  'meta.created gt "2026-01-01T00:00:00Z"',
  'emails[type eq "work" and value co "@"]',
  'members.value eq "7"',
  'displayName sw "K" or not (externalId pr)',
];

/**
 * Invalid filters: deeply nested, too long, or with values that are out of range, of a wrong type or not valid JSON.
 */
const WRONG_FILTERS = [
  `${"not (".repeat(150)}active pr${")".repeat(150)}`,
  `${"emails[".repeat(100)}value pr${"]".repeat(100)}`,
  Array.from({ length: 31 }, () => "active pr").join(" and "),
  'meta.created gt "-200000-01-01T00:00:00Z"',
  'meta.created gt "+275760-09-13T00:00:00Z"',
  "id eq 1e400",
  "active eq null",
  'active eq "\0"',
];

const ODD_FILTERS = [
  ...WRONG_FILTERS,
  `${"(".repeat(450)}active pr${")".repeat(450)}`,
  'meta.created eq "0000-01-01T00:00:00Z"',
  'externalId eq "\\u0000"',
  'userName eq "\\ud800"',
  'id eq "99999999999999999999"',
];

const WRONG_PATHS = [
  "emails[",
  "emails[value eq 1].value.value",
  'emails[value eq "a]b"]',
  ".",
  "name..givenName",
  `${"emails[".repeat(100)}value eq 1${"]".repeat(100)}`,
];

const PATHS = [
  ...WRONG_PATHS,
  "members[value eq 99999999999999999999]",
  'emails[value eq "\\u0000"].value',
  "__proto__",
  "__proto__.polluted",
  "name.__proto__",
  "constructor.prototype",
  "urn:ietf:params:scim:schemas:core:2.0:User:name.givenName",
  "urn:".repeat(300),
];

const nested = (depth: number): string => '{"a":['.repeat(depth) + "]}".repeat(depth);

test("values that are nested too deeply or out of range are rejected with a SCIM error", async () => {
  const realm = await createTestOrganization();
  const directory = await ScimDirectory.of(realm);
  const user = `/Users/${realm.hamlet.id}`;
  for (const filter of WRONG_FILTERS) {
    const { status, body } = await directory.request("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    assert.deepEqual([status, body["scimType"]], [400, "invalidFilter"], filter.slice(0, 60));
  }
  for (const path of WRONG_PATHS) {
    const { status, body } = await directory.patch(user, { op: "add", path, value: "x" });
    assert.deepEqual([status, body["scimType"]], [400, "invalidPath"], path.slice(0, 60));
  }
  for (const [body, scimType] of [
    [`{"userName":"a@example.com","emails":${nested(20_000)}}`, "invalidSyntax"],
    [`{"userName":${nested(20)}}`, "invalidValue"],
    [`{"userName":"a@example.com","emails":[{"value":${nested(10)}}],"roles":[${nested(10)}]}`, "invalidValue"],
    ['{"userName":"a\\ud800@example.com"}', "invalidValue"],
    ['{"userName":"a@example.com","name":{"givenName":"\\udfff"}}', "invalidValue"],
    ['{"userName":"a@example.com","active":1e400}', "invalidValue"],
  ] as const) {
    const { status, body: response } = await directory.request("POST", "/Users", body);
    assert.deepEqual([status, response["scimType"]], [400, scimType], body.slice(0, 60));
  }
  for (const id of ["2147483648", "9".repeat(400), "-1", "%00", "1e3"])
    for (const kind of ["Users", "Groups"])
      assert.equal((await directory.request("GET", `/${kind}/${id}`)).status, 404, id);
});

interface Valid {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

function validCalls(userId: number, memberId: number, groupId: string): readonly Valid[] {
  const user = { userName: "laertes@example.com", externalId: "x1", displayName: "Laertes", active: true };
  const emails = [{ value: "laertes@example.com", type: "work", primary: true }];
  const patch = (...Operations: readonly object[]) => ({ schemas: [PATCH_SCHEMA], Operations });
  const members = [{ value: String(memberId), type: "User" }];
  return [
    { method: "GET", path: "/Users" },
    { method: "GET", path: "/Groups" },
    {
      method: "POST",
      path: "/Users",
      body: { ...user, emails, name: { givenName: "L", familyName: "P" }, roles: ["member"] },
    },
    { method: "PUT", path: `/Users/${userId}`, body: { ...user, emails } },
    { method: "PATCH", path: `/Users/${userId}`, body: patch({ op: "replace", path: "displayName", value: "L" }) },
    {
      method: "PATCH",
      path: `/Users/${userId}`,
      body: patch({ op: "add", path: 'emails[type eq "work"].value', value: "l@example.com" }),
    },
    { method: "PATCH", path: `/Users/${userId}`, body: patch({ op: "replace", value: { "name.givenName": "L" } }) },
    { method: "POST", path: "/Groups", body: { displayName: "Danes", externalId: "g1", members } },
    { method: "PUT", path: `/Groups/${groupId}`, body: { displayName: "Danes", members } },
    { method: "PATCH", path: `/Groups/${groupId}`, body: patch({ op: "add", path: "members", value: members }) },
    {
      method: "PATCH",
      path: `/Groups/${groupId}`,
      body: patch({ op: "remove", path: `members[value eq "${memberId}"]` }),
    },
  ];
}

test("requests with random invalid values get a SCIM response, and rejected ones change nothing", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet, othello } = realm;
  const directory = await ScimDirectory.of(realm);
  const { id: groupId } = await directory.group({ displayName: "Castle", members: [{ value: String(othello.id) }] });
  const calls = validCalls(hamlet.id, othello.id, groupId);
  const dice = new SeededRandom(seed);
  for (let round = 0; round < rounds; round += 1) {
    const { method, path, body } = hostileCall(dice.pick(calls), dice);
    const send = async () =>
      sendRaw(hamlet.site, {
        method,
        path: `/scim/v2${path}`,
        headers: {
          authorization: `Bearer ${directory.token}`,
          ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
        },
        body: Buffer.from(body ?? ""),
      });
    let answer = { status: 0, text: "" };
    const [events] = await watchEvents([desdemona], async () => (answer = await send()));
    const description = `${method} ${path}\n${body?.slice(0, 3000)}\nwas answered ${answer.status} ${answer.text.slice(0, 500)}`;
    assert.ok(answer.status < 500, `${description}${describeRecentLog()}`);
    if (answer.status < 300) continue;
    const { schemas, status, detail } = JSON.parse(answer.text) as Record<string, unknown>;
    assert.deepEqual([schemas, status, typeof detail], [[ERROR_SCHEMA], String(answer.status), "string"], description);
    assert.deepEqual(events, [], description);
  }
});

function hostileCall(
  { method, path, body }: Valid,
  dice: SeededRandom,
): { method: string; path: string; body?: string } {
  const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
  const odd = dice.integerBelow(6) === 0 ? path.replace(/[^/]+$/, encoded(hostileText(dice).slice(0, 500))) : path;
  if (method === "GET") {
    const filter = dice.boolean()
      ? dice.pick(ODD_FILTERS)
      : dice.pick(FILTERS).replace(/"[^"]*"|true/, () => hostileJson(dice));
    const name = dice.pick(["filter", "filter", "filter", "startIndex", "count", "attributes", "excludedAttributes"]);
    const value = name === "filter" ? filter : hostileText(dice);
    return { method, path: `${path}?${name}=${encoded(value.slice(0, 8000))}` };
  }
  const [operation] = (body as { Operations?: object[] }).Operations ?? [];
  if (operation && dice.integerBelow(3) === 0) {
    const changed = { ...operation, path: dice.pick(PATHS) };
    return { method, path: odd, body: JSON.stringify({ schemas: [PATCH_SCHEMA], Operations: [changed] }) };
  }
  return { method, path: odd, body: mutatedJson(body, dice) };
}
