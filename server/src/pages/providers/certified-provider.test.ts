import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServer } from "@parlance/testkit";
import { Visitor } from "../fixtures/visitor.ts";
import { CertifiedProvider } from "./fixtures/certified-provider.ts";
import { storeRealmSettings, signedInAs } from "./fixtures/provider-test-setup.ts";

const PATH = "/accounts/login/social/oidc/certified";

test("with a certified OpenID Connect implementation, a user can join, and later log in", async () => {
  const person = { sub: "u-1", email: "horatio@example.org", email_verified: true, name: "Horatio of Elsinore" };
  const provider = new CertifiedProvider(person);
  await provider.listen();
  const identityProviders = { openIdConnect: [provider.settings()], saml: [] };
  const server = await startServer({ trustedProxies: 1, identityProviders });
  const realm = await createTestOrganization(server);
  await storeRealmSettings(realm, { invite_required: false });
  provider.serve([`http://${realm.host}/complete/oidc/certified`]);

  const newcomer = new Visitor(realm);
  const back = await provider.visit((await newcomer.open(PATH)).headers.location ?? "");
  const joining = (await newcomer.open(back)).headers.location ?? "";
  assert.match(joining, /^\/accounts\/do_confirm\//);
  const page = await newcomer.open(joining);
  assert.match(page.html, /value="Horatio of Elsinore"/);
  assert.doesNotMatch(page.html, /type="password"/);
  assert.equal((await newcomer.send(joining, { full_name: "Horatio" })).status, 303);
  assert.equal(await signedInAs(newcomer), "Horatio");

  const visitor = new Visitor(realm);
  await visitor.open(await provider.visit((await visitor.open(PATH)).headers.location ?? ""));
  assert.equal(await signedInAs(visitor), "Horatio");
});
