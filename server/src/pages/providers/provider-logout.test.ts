import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServer, type TestOrganization } from "@parlance/testkit";
import { Visitor } from "../fixtures/visitor.ts";
import { ScriptedProvider } from "./fixtures/scripted-provider.ts";
import { signedInAs, signIn, verifiedClaims } from "./fixtures/provider-test-setup.ts";

const provider = await ScriptedProvider.open();
const server = await startServer({
  trustedProxies: 1,
  identityProviders: {
    openIdConnect: [
      provider.settings({ ends_logins: true }),
      provider.settings({ name: "other", display_name: "Other" }),
    ],
    saml: [],
  },
});

async function signedOut(realm: TestOrganization) {
  const visitor = new Visitor(realm);
  await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet) });
  await visitor.open("/welcome");
  const { headers } = await visitor.send("/logout");
  return { visitor, page: await visitor.open(headers.location ?? "") };
}

test("after logging out, a user who logged in through a provider is offered a link to log out at the provider too", async () => {
  const realm = await createTestOrganization(server);
  const { visitor, page } = await signedOut(realm);
  assert.equal(await signedInAs(visitor), null);
  assert.match(page.text, /Log out of Acme, too/);
  assert.doesNotMatch(page.text, /Log out of Other/);
  const { status, headers } = await visitor.open("/accounts/logout/social/oidc/acme");
  const address = new URL(headers.location ?? "");
  assert.deepEqual([status, address.origin + address.pathname], [302, `${provider.issuer}/logout`]);
  assert.equal(address.searchParams.get("post_logout_redirect_uri"), `http://${realm.host}/login`);
  assert.equal(address.searchParams.get("client_id"), "parlance-tests");
});

test("if the provider has no logout URL or is not enabled, the logout path responds with 404", async () => {
  const realm = await createTestOrganization(server);
  for (const path of ["oidc/other", "oidc/none", "proxy/remoteuser"]) {
    const { status, headers } = await new Visitor(realm).open(`/accounts/logout/social/${path}`);
    assert.deepEqual([status, headers.location], [404, undefined], path);
  }
});
