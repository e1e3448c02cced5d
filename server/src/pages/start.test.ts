import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, startServer, TEST_HOST } from "@parlance/testkit";
import { createRealm } from "#modules/8-lifecycle/realm-administration/actions/create-realm.ts";
import { Visitor } from "./fixtures/visitor.ts";

const server = await startServer({ trustedProxies: 1 });

test("a browser finds a page that says what runs here, how to come in, and where the API is described", async () => {
  const realm = await newRealm(server);
  await realm.desdemona.does("PATCH", "/realm", {
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

test("only the demo organization says that it is one, and where its passwords are", async () => {
  const file = { credentials: "/srv/parlance/demo-credentials.json" };
  const shop = await startServer({}, { demo: file });
  const site = { server: shop, host: TEST_HOST };
  const text = async (at: typeof site) => (await new Visitor(at).open("/")).text;
  await shop.db.write((tx) => createRealm(tx, { subdomain: "", name: "Globe", now: new Date() }));
  const { host } = await newRealm(shop);
  assert.match(await text(site), /This is a demo organization\. .* in \/srv\/parlance\/demo-credentials\.json/);
  assert.doesNotMatch(await text({ ...site, host }), /demo/);
});
