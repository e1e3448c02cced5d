import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  addBulkMembers,
  clock,
  minutes,
  createTestOrganization,
  startServer,
  defaultRateLimits,
} from "@parlance/testkit";
import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import { ScimDirectory } from "../fixtures/scim-directory.ts";

type Facts = Readonly<Record<string, unknown>>;

test("directories can discover which parts of SCIM are supported", async () => {
  const realm = await createTestOrganization();
  const directory = await ScimDirectory.of(realm);
  const config = await directory.does("GET", "/ServiceProviderConfig");
  assert.deepEqual(
    [config["patch"], config["bulk"]],
    [{ supported: true }, { supported: false, maxOperations: 0, maxPayloadSize: 0 }],
  );
  const types = await directory.does("GET", "/ResourceTypes");
  assert.deepEqual(
    types.Resources.map(({ endpoint }) => endpoint),
    ["/Users", "/Groups"],
  );
  for (const { schema, id } of types.Resources) {
    assert.equal((await directory.does("GET", `/ResourceTypes/${id}`))["schema"], schema);
    const { attributes } = await directory.does("GET", `/Schemas/${String(schema)}`);
    assert.ok((attributes as Facts[]).some(({ name }) => name === "displayName"));
  }
  assert.equal((await directory.does("GET", "/Schemas")).totalResults, 2);
  assert.equal((await directory.request("GET", "/Schemas/urn:none")).status, 404);
});

test("users are listed in pages without duplicates, with the total count", async () => {
  const realm = await createTestOrganization();
  const directory = await ScimDirectory.of(realm);
  const all = await directory.does("GET", "/Users");
  const ids: string[] = [];
  for (let from = 1; from <= all.totalResults; from += 2) {
    const page = await directory.does("GET", `/Users?startIndex=${from}&count=2`);
    assert.deepEqual([page.totalResults, page["startIndex"]], [all.totalResults, from]);
    ids.push(...page.Resources.map(({ id }) => id));
  }
  assert.deepEqual(
    ids,
    all.Resources.map(({ id }) => id),
  );
  assert.deepEqual((await directory.does("GET", "/Users?count=0")).Resources, []);
  assert.equal((await directory.does("GET", "/Users?startIndex=-5&count=1")).Resources[0]?.id, ids[0]);
  assert.deepEqual((await directory.does("GET", "/Users?startIndex=9999")).Resources, []);
  for (const wrong of ["count=x", "startIndex=1e3", "count=1.5"]) {
    assert.equal((await directory.request("GET", `/Users?${wrong}`)).status, 400, wrong);
  }
});

test("a page has at most 200 resources, and fewer groups if they have very many members", async () => {
  const realm = await createTestOrganization();
  const { realmId, server, desdemona } = realm;
  const directory = await ScimDirectory.of(realm);
  await addBulkMembers(server.db, { realmId, channelId: await desdemona.createChannel("crowd", []), size: 12_000 });
  const page = await directory.does("GET", "/Users?count=1000");
  assert.deepEqual([page.Resources.length, page["itemsPerPage"]], [200, 200]);
  assert.ok(page.totalResults > 12_000);

  const ids: string[] = [];
  for (const displayName of ["One", "Two", "Three"]) ids.push((await directory.group({ displayName })).id);
  await server.db.write(async (tx) => {
    recordSnapshotReload(tx, realmId);
    await sql`
      insert into user_group_member (group_id, user_id) select "group"::int, account.id
      from unnest(${ids}::text[]) as "group", account
      where account.realm_id = ${realmId} and account.delivery_email like 'crowd-%'`.execute(tx);
  });
  const first = await directory.does("GET", "/Groups");
  assert.deepEqual([first.Resources.map(({ id }) => id), first.totalResults], [[ids[0]], 3]);
  const bare = await directory.does("GET", "/Groups?excludedAttributes=members");
  assert.equal(bare.Resources.length, 3);
});

test("only the requested attributes are returned", async () => {
  const { hamlet, ...realm } = await createTestOrganization();
  const directory = await ScimDirectory.of({ hamlet, ...realm });
  const path = `/Users/${hamlet.id}`;
  const some = await directory.does("GET", `${path}?attributes=userName,name.formatted,emails.value`);
  assert.deepEqual(some, {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    id: String(hamlet.id),
    userName: hamlet.email,
    name: { formatted: "King Hamlet" },
    emails: [{ value: hamlet.email }],
  });
  const whole = await directory.does("GET", path);
  const { emails: _emails, groups: _groups, ...others } = whole;
  assert.deepEqual(await directory.does("GET", `${path}?excludedAttributes=emails,groups`), others);
});

test("filters find users and groups by attributes of each type", async () => {
  const realm = await createTestOrganization();
  const { hamlet, polonius } = realm;
  const directory = await ScimDirectory.of(realm);
  await directory.patch(`/Users/${hamlet.id}`, { op: "add", path: "externalId", value: "H-1" });
  const own = `and id eq "${hamlet.id}"`;
  const finding = [
    `userName eq "${hamlet.email.toUpperCase()}"`,
    `userName sw "HAM" ${own}`,
    `displayName co "hamlet" ${own}`,
    `name.formatted ew "Hamlet" ${own}`,
    `externalId eq "H-1"`,
    `externalId pr ${own}`,
    `emails.value eq "${hamlet.email}"`,
    `emails eq "${hamlet.email}"`,
    `emails[value eq "${hamlet.email}" and primary eq true]`,
    `active eq true ${own}`,
    `active eq "True" ${own}`,
    `not (active eq false) ${own}`,
    `roles.value eq "member" ${own}`,
    `meta.created gt "2011-05-13T04:42:34Z" ${own}`,
    `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${hamlet.email}"`,
    `(userName eq "nobody" or userName eq "${hamlet.email}") and active eq true`,
    `userName ne "nobody" ${own}`,
    `name.givenName eq null ${own}`,
  ];
  for (const filter of finding) {
    assert.deepEqual(
      (await directory.finds("Users", filter)).map(({ id }) => id),
      [String(hamlet.id)],
      filter,
    );
  }
  for (const filter of [
    `externalId eq "h-1"`,
    `active eq false ${own}`,
    `name.givenName pr ${own}`,
    `userName eq "%"`,
  ]) {
    assert.deepEqual(await directory.finds("Users", filter), [], filter);
  }
  const { id } = await directory.group({ displayName: "Castle", members: [{ value: String(hamlet.id) }] });
  for (const filter of [`displayName eq "CASTLE"`, `members eq "${hamlet.id}"`, `members[value eq "${hamlet.id}"]`]) {
    assert.deepEqual(
      (await directory.finds("Groups", filter)).map((group) => group.id),
      [id],
      filter,
    );
  }
  assert.deepEqual(await directory.finds("Groups", `members.value eq "${polonius.id}"`), []);
  assert.deepEqual(
    (await directory.finds("Groups", `members.value ne "${polonius.id}"`)).map((group) => group.id),
    [id],
  );
});

test("invalid filters are rejected quickly", async () => {
  const directory = await ScimDirectory.of(await createTestOrganization());
  const wrong = [
    "userName",
    'userName is "x"',
    'userName eq "x',
    'password eq "x"',
    "userName eq 7",
    "active gt true",
    'meta.created gt "yesterday"',
    '(userName eq "x"',
    `${"(".repeat(400)}userName pr${")".repeat(400)} and`,
    `"${"\n".repeat(60)}`,
    "constructor pr",
    Array.from({ length: 40 }, () => "active pr").join(" or "),
    "a".repeat(2000),
    "",
  ];
  for (const filter of wrong) {
    const { status, body } = await directory.request("GET", `/Users?filter=${encodeURIComponent(filter)}`);
    assert.deepEqual([status, body["scimType"]], [400, "invalidFilter"], filter.slice(0, 60));
    assert.deepEqual(body["schemas"], ["urn:ietf:params:scim:api:messages:2.0:Error"]);
  }
});

test("invalid requests are rejected with a SCIM error", async () => {
  const realm = await createTestOrganization();
  const directory = await ScimDirectory.of(realm);
  const path = `/Users/${realm.hamlet.id}`;
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
  const patch = (...Operations: readonly unknown[]) => ({ schemas, Operations });
  const wrong: readonly (readonly [string, unknown, string | undefined])[] = [
    ["PATCH", "{", "invalidSyntax"],
    ["PATCH", "[]", "invalidSyntax"],
    ["PATCH", { Operations: [{ op: "add", path: "active", value: true }] }, "invalidSyntax"],
    ["PATCH", patch(), "invalidSyntax"],
    ["PATCH", patch({ op: "move", path: "active" }), "invalidSyntax"],
    ["PATCH", patch(7), "invalidSyntax"],
    [
      "PATCH",
      patch(...Array.from({ length: 101 }, () => ({ op: "add", path: "active", value: true }))),
      "invalidSyntax",
    ],
    ["PATCH", patch({ op: "remove" }), "noTarget"],
    ["PATCH", patch({ op: "replace", path: "emails[", value: 1 }), "invalidPath"],
    ["PATCH", patch({ op: "replace", path: 'active[value eq "x"]', value: 1 }), "invalidPath"],
    ["PATCH", patch({ op: "replace", path: "emails[type gt 1]", value: 1 }), "invalidPath"],
    ["PATCH", patch({ op: "replace", value: "active" }), "invalidValue"],
    ["PATCH", patch({ op: "replace", path: "active", value: "perhaps" }), "invalidValue"],
    ["PATCH", patch({ op: "replace", path: "userName", value: { __proto__: 1 } }), "invalidValue"],
    ["PATCH", patch({ op: "replace", path: "emails", value: [{ value: "no address" }] }), "invalidValue"],
    ["PATCH", patch({ op: "remove", path: "userName" }), "invalidValue"],
    ["PUT", { userName: "" }, "invalidValue"],
    ...["userName", "externalId", "displayName"].map(
      (name) => ["PATCH", patch({ op: "replace", path: name, value: "a\0b" }), "invalidValue"] as const,
    ),
    ["PATCH", patch({ op: "replace", path: "name.givenName", value: "a\0b" }), "invalidValue"],
    ["PATCH", patch({ op: "replace", path: "emails", value: [{ value: "a\0@example.com" }] }), "invalidValue"],
    ["PUT", [], "invalidValue"],
    ["PUT", "null", "invalidValue"],
    ["POST", { userName: "x".repeat(300) }, "invalidValue"],
    ["POST", { userName: "nobody" }, "invalidValue"],
  ];
  for (const [method, body, scimType] of wrong) {
    const { status, body: response } = await directory.request(method, method === "POST" ? "/Users" : path, body);
    assert.deepEqual([status, response["scimType"]], [400, scimType], JSON.stringify(body).slice(0, 80));
  }
  for (const group of [{ displayName: "a\0b" }, { displayName: "Castle", externalId: "a\0b" }, { displayName: "" }]) {
    assert.equal((await directory.request("POST", "/Groups", group)).status, 400, JSON.stringify(group));
  }
  assert.equal((await directory.request("PUT", path, "a=b", { "content-type": "text/plain" })).status, 415);
  assert.equal((await directory.request("GET", "/Nothing")).status, 404);
  assert.equal((await directory.request("POST", "/Bulk", {})).status, 404);
  const method = await directory.request("DELETE", "/Users");
  assert.deepEqual([method.status, method.headers["allow"]], [405, "GET, POST"]);
  assert.equal((await directory.does("GET", path))["displayName"], "King Hamlet");
});

test("a body with thousands of members is accepted, and a body over the limit is rejected", async () => {
  const realm = await createTestOrganization();
  const directory = await ScimDirectory.of(realm);
  const members = Array.from({ length: 5000 }, () => ({ value: String(realm.hamlet.id), display: "King Hamlet" }));
  const { id } = await directory.group({ displayName: "Castle" });
  assert.equal((await directory.request("PUT", `/Groups/${id}`, { displayName: "Castle", members })).status, 200);
  const large = await directory.request("PUT", `/Groups/${id}`, { displayName: "Castle", note: "x".repeat(1_100_000) });
  assert.deepEqual([large.status, large.body["status"]], [413, "413"]);
});

test("a request without a token of the organization returns no data", async () => {
  const [realm, other] = [await createTestOrganization(), await createTestOrganization()];
  const directory = await ScimDirectory.of(realm);
  const foreign = await ScimDirectory.of(other);
  const basic = `Basic ${Buffer.from(`${realm.desdemona.email}:${realm.desdemona.apiKey}`).toString("base64")}`;
  for (const authorization of [
    "",
    "Bearer",
    "Bearer x",
    `Bearer ${foreign.token}`,
    basic,
    `Bearer ${realm.desdemona.apiKey}`,
  ]) {
    for (const path of ["/Users", "/Nothing", "/ServiceProviderConfig"]) {
      const { status, headers } = await directory.request("GET", path, undefined, { authorization });
      assert.deepEqual([status, headers["www-authenticate"]], [401, 'Bearer realm="SCIM"'], authorization);
    }
  }
  const large = { authorization: "Bearer x" };
  assert.equal((await directory.request("POST", "/Users", { note: "x".repeat(200_000) }, large)).status, 401);
});

test("only owners can revoke tokens, and the list of tokens shows when each was last used", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago } = realm;
  const directory = await ScimDirectory.of(realm);
  const listed = async () => (await desdemona.callOrThrow("GET", "/realm/scim_tokens")).scim_tokens;
  const [token] = await listed();
  assert.deepEqual([token?.name, token?.creator_id, token?.last_used_at], ["A directory", desdemona.id, null]);
  assert.ok(!JSON.stringify(await listed()).includes(directory.token));
  await directory.does("GET", "/Users");
  assert.equal(typeof (await listed())[0]?.last_used_at, "number");
  assert.equal((await iago.call("DELETE", `/realm/scim_tokens/${token?.id}`)).result, "error");
  await desdemona.callOrThrow("DELETE", `/realm/scim_tokens/${token?.id ?? 0}`);
  assert.equal((await directory.request("GET", "/Users")).status, 401);
  assert.equal((await desdemona.call("DELETE", `/realm/scim_tokens/${token?.id}`)).msg, "Invalid SCIM token ID");

  const { entries } = await desdemona.callOrThrow("GET", "/audit_log", { limit: 2 });
  assert.deepEqual(
    entries.map(({ act }) => act),
    ["scim_token.revoked", "scim_token.created"],
  );
  assert.ok(!JSON.stringify(entries).includes(directory.token));
});

test("the number of tokens per organization is limited", async () => {
  const { desdemona } = await createTestOrganization();
  for (let count = 0; count < 20; count += 1)
    await desdemona.callOrThrow("POST", "/realm/scim_tokens", { name: `No. ${count}` });
  const { msg } = await desdemona.post("/realm/scim_tokens", { name: "One more" });
  assert.equal(msg, "An organization can have at most 20 SCIM tokens.");
});

test("the token of a deactivated organization is rejected", async () => {
  const realm = await createTestOrganization();
  const directory = await ScimDirectory.of(realm);
  await realm.desdemona.callOrThrow("POST", "/realm/deactivate");
  assert.equal((await directory.request("GET", "/Users")).status, 401);
});

test("a directory's requests are rate-limited with a retry time, and requests with invalid tokens count for their network", async () => {
  const rule = [{ seconds: 60, capacity: 2 }];
  const server = await startServer({ rateLimits: { ...defaultRateLimits, account: rule, address: rule, apiKeys: [] } });
  const realm = await createTestOrganization(server);
  const directory = await ScimDirectory.of(realm);
  const change = () => directory.patch(`/Users/${realm.hamlet.id}`, { op: "add", path: "externalId", value: "1" });
  assert.deepEqual([(await change()).status, (await change()).status], [200, 200]);
  const refused = await change();
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  clock.tick(minutes(2));
  assert.equal((await change()).status, 200);

  const guess = () => directory.request("GET", "/Users", undefined, { authorization: "Bearer x" });
  assert.deepEqual([(await guess()).status, (await guess()).status, (await guess()).status], [401, 401, 429]);
});
