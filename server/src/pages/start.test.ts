import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, startServer } from "@parlance/testkit";
import { Visitor } from "./fixtures/visitor.ts";

const server = await startServer({ trustedProxies: 1 });

test("a browser finds a page that says what runs here, how to come in, and where the API is described", async () => {
  const realm = await newRealm(server);
  await realm.desdemona.does("PATCH", "/realm", { name: "The <Globe>", description: "All the world's a stage & more" });
  const { status, text, html, title } = await new Visitor(realm).open("/");
  assert.equal(status, 200);
  assert.equal(title, "The <Globe>");
  assert.ok(text.includes("The <Globe> All the world's a stage & more"));
  assert.match(html, /fetch_api_key/);
  for (const way of ["/login", "/register", "/api", "/api/v1/openapi.json"]) assert.ok(html.includes(`href="${way}"`));
});
