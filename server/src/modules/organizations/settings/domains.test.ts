import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import { loadEmailRules } from "#modules/organizations/core/email-rules.ts";

test("owners can change the organization's email domains, and the changes are published to all users", async () => {
  const { desdemona, iago, hamlet, polonius } = await createTestOrganization();
  await watchEvents([desdemona, hamlet, polonius], async () => {
    await desdemona.callOrThrow("POST", "/realm/domains", { domain: " Globe.example " });
    await desdemona.callOrThrow("POST", "/realm/domains", { domain: "actors.example", allow_subdomains: true });
    await desdemona.callOrThrow("PATCH", "/realm/domains/globe.example", { allow_subdomains: true });
    await desdemona.callOrThrow("PATCH", "/realm/domains/GLOBE.example", { allow_subdomains: true });
  });
  assert.deepEqual((await polonius.callOrThrow("GET", "/realm/domains"))["domains"], [
    { domain: "globe.example", allow_subdomains: true },
    { domain: "actors.example", allow_subdomains: true },
  ]);
  for (const call of [
    () => iago.post("/realm/domains", { domain: "other.example" }),
    () => iago.patch("/realm/domains/globe.example", { allow_subdomains: false }),
    () => iago.delete("/realm/domains/globe.example"),
  ]) {
    const answer = await call();
    assert.deepEqual(
      [answer.status, answer.code, answer.msg],
      [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"],
    );
  }
});

test("a domain that is invalid, already added or unknown is rejected", async () => {
  const { desdemona } = await createTestOrganization();
  await desdemona.callOrThrow("POST", "/realm/domains", { domain: "globe.example" });
  for (const domain of ["", "localhost", "a..b", "-a.example", "a_b.example", `${"a.".repeat(130)}example`]) {
    const answer = await desdemona.post("/realm/domains", { domain });
    assert.match(answer.msg, /^Invalid domain/, domain);
  }
  const again = await desdemona.post("/realm/domains", { domain: "GLOBE.EXAMPLE" });
  assert.equal(again.msg, "The domain globe.example is already a part of your organization.");
  for (const answer of [
    await desdemona.patch("/realm/domains/other.example", { allow_subdomains: true }),
    await desdemona.delete("/realm/domains/other.example"),
  ]) {
    assert.deepEqual([answer.status, answer.msg], [400, "No entry found for domain other.example."]);
  }
});

test("removing the last domain ends the restriction to domains", async () => {
  const { desdemona, hamlet } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", { emails_restricted_to_domains: true });
  for (const domain of ["one.example", "two.example"])
    await desdemona.callOrThrow("POST", "/realm/domains", { domain });
  await desdemona.callOrThrow("DELETE", "/realm/domains/one.example");
  assert.equal((await hamlet.registerQueue()).state["realm_emails_restricted_to_domains"], true);
  const [events] = await watchEvents([hamlet], () => desdemona.callOrThrow("DELETE", "/realm/domains/two.example"));
  assert.deepEqual(
    events?.map(({ type, op }) => `${type} ${op}`),
    ["realm_domains remove", "realm update"],
  );
  assert.equal((await hamlet.registerQueue()).state["realm_emails_restricted_to_domains"], false);
});

test("email addresses of new users must meet the organization's restrictions", async () => {
  const { desdemona, realmId, server } = await createTestOrganization();
  const problem = async (email: string) => (await loadEmailRules(server.db.reader, realmId))(email);
  assert.equal(await problem("will@mailinator.com"), "disposable");
  assert.equal(await problem("will+quill@globe.example"), null);

  await desdemona.callOrThrow("PATCH", "/realm", { emails_restricted_to_domains: true });
  await desdemona.callOrThrow("POST", "/realm/domains", { domain: "globe.example", allow_subdomains: true });
  await desdemona.callOrThrow("POST", "/realm/domains", { domain: "actors.example" });
  assert.equal(await problem("will@GLOBE.example"), null);
  assert.equal(await problem("will@stage.globe.example"), null);
  assert.equal(await problem("will@badglobe.example"), "domain");
  assert.equal(await problem("will@guild.actors.example"), "domain");
  assert.equal(await problem("will+quill@globe.example"), "plus");

  await desdemona.callOrThrow("PATCH", "/realm", {
    emails_restricted_to_domains: false,
    disallow_disposable_email_addresses: false,
  });
  assert.equal(await problem("will@mailinator.com"), null);
});
