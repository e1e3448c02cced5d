import assert from "node:assert/strict";
import { test } from "node:test";
import { call, createTestOrganization, TEST_HOST } from "@parlance/testkit";

test("the server settings are available without a login at the organization's address", async () => {
  const { server, host } = await createTestOrganization();
  const fetchSettings = (at: string) =>
    call({ port: server.port, host: at }, { method: "GET", path: "/server_settings" });

  const answer = await fetchSettings(host);
  assert.deepEqual([answer.status, answer["realm_name"], answer["realm_url"]], [200, "Shakespeare", `http://${host}`]);
  assert.equal(answer["service_feature_level"], 420);

  const unknown = await fetchSettings(`nobody.${TEST_HOST}`);
  assert.deepEqual([unknown.status, unknown.code, unknown.msg], [400, "BAD_REQUEST", "Invalid subdomain"]);
  const bare = await fetchSettings(TEST_HOST);
  assert.deepEqual([bare.status, bare.msg], [400, "Subdomain required"]);
});

test("at an address without an organization, no endpoint except the server settings exists", async () => {
  const { server } = await createTestOrganization();
  const answer = await call({ port: server.port, host: `nobody.${TEST_HOST}` }, { method: "GET", path: "/users" });
  assert.deepEqual([answer.status, answer.code], [404, "NONEXISTENT_SUBDOMAIN"]);
});

test("formulas in an organization's description are rendered, even if the server has not rendered any formula before", async () => {
  const { server, host, desdemona } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", { description: "To be $$\\lor \\lnot$$ to be" });
  const answer = await call({ port: server.port, host }, { method: "GET", path: "/server_settings" });
  assert.match(String(answer["realm_description"]), /class="katex"/);
  assert.match((await desdemona.fetch("/")).bytes.toString(), /class="katex"/);
});
