import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchPath, createTestOrganization, startServer, TEST_HOST } from "@parlance/testkit";
import { roles } from "@parlance/contract/entities/roles.ts";
import { createUser } from "#modules/users/accounts/actions/creation/create-user.ts";
import { createRealm } from "#modules/organizations/settings/actions/create-realm.ts";
import { Visitor } from "../fixtures/visitor.ts";

const server = await startServer({ trustedProxies: 1 });

test("the start page shows the organization's name and description, how to log in, and where the API is documented", async () => {
  const realm = await createTestOrganization(server);
  await realm.desdemona.callOrThrow("PATCH", "/realm", {
    name: "The <Globe>",
    description: "All the *world's* a stage & <more>",
  });
  const { status, text, html, title } = await new Visitor(realm).open("/");
  assert.equal(status, 200);
  assert.equal(title, "The <Globe>");
  assert.ok(text.includes("The <Globe>"));
  assert.ok(html.includes("<p>All the <em>world's</em> a stage &amp; &lt;more&gt;</p>"), html);
  assert.match(html, /fetch_api_key/);
  for (const way of ["/login", "/register", "/api", "/api/v1/openapi.json"]) assert.ok(html.includes(`href="${way}"`));
});

test("only the demo organization's start page says that it is a demo, and names the file with the passwords", async () => {
  const file = { credentials: "/srv/parlance/demo-credentials.json" };
  const shop = await startServer({}, { demo: file });
  const site = { server: shop, host: TEST_HOST };
  const text = async (at: typeof site) => (await new Visitor(at).open("/")).text;
  await shop.db.write((tx) => createRealm(tx, { subdomain: "", name: "Globe", now: new Date() }));
  const { host } = await createTestOrganization(shop);
  assert.match(await text(site), /This is a demo organization\. .* in \/srv\/parlance\/demo-credentials\.json/);
  assert.doesNotMatch(await text({ ...site, host }), /demo/);
});

test("login as demo users is only offered on the local machine, and only until other users have joined", async () => {
  const demo = { credentials: "/srv/parlance/demo-credentials.json" };
  const here = await startServer({ url: "http://127.0.0.1" }, { demo });
  const { id: realmId } = await here.db.write((tx) =>
    createRealm(tx, { subdomain: "", name: "Globe", now: new Date() }),
  );
  const offers = async (host: string, headers: Record<string, string> = {}) =>
    (await fetchPath({ port: here.port, host }, "/", headers)).bytes.toString().includes("Log in as one of its users");
  assert.equal(await offers("127.0.0.1"), true);
  assert.equal(await offers("localhost"), true);
  for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip"]) {
    assert.equal(await offers("127.0.0.1", { [name]: "192.0.2.7" }), false, name);
  }
  const visitor = new Visitor({ server: here, host: "127.0.0.1" });
  await visitor.open("/login");
  assert.equal(
    (await visitor.send("/demo/login", { part: "owner" })).headers.location,
    "/login",
    "a proxy brought them",
  );

  const far = await startServer({ url: "https://chat.example.com" }, { demo });
  await far.db.write((tx) => createRealm(tx, { subdomain: "", name: "Globe", now: new Date() }));
  const { bytes } = await fetchPath({ port: far.port, host: "127.0.0.1" }, "/");
  assert.equal(bytes.toString().includes("Log in as one"), false);

  const realm = { id: realmId, url: "http://127.0.0.1" };
  const newcomer = {
    realm,
    email: "new@example.com",
    fullName: "New",
    role: roles.member,
    passwordHash: null,
    now: new Date(),
  };
  await here.db.write((tx) => createUser(tx, newcomer));
  assert.equal(await offers("127.0.0.1"), false);
});
