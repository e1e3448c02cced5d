import assert from "node:assert/strict";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { newRealm, startServer } from "@parlance/testkit";
import { Visitor } from "../fixtures/visitor.ts";
import { ScriptedProvider } from "./fixtures/scripted-provider.ts";
import { signedInAs, signIn, verified } from "./fixtures/stage.ts";

/** Takes connections, and says nothing on them, ever. */
async function silence(): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const provider = await ScriptedProvider.open();
const silent = provider.settings({
  name: "silent",
  display_name: "Silent",
  issuer: await silence(),
  patience_seconds: 1,
});
const openIdConnect = [provider.settings({ patience_seconds: 1 }), silent];
const server = await startServer({ trustedProxies: 1, identityProviders: { openIdConnect, saml: [] } });

test("a provider that takes the connection and says nothing is given up, and holds nobody else up", async () => {
  const realm = await newRealm(server);
  const waiting = new Visitor(realm).open("/accounts/login/social/oidc/silent");
  const other = new Visitor(realm);
  await signIn(other, provider, { claims: verified(realm.hamlet) });
  assert.equal(await signedInAs(other), "King Hamlet");
  const { status, text } = await waiting;
  assert.deepEqual([status, /Silent does not answer/.test(text)], [503, true]);
});

test("a provider that falls silent when the code is exchanged is given up as well", async () => {
  const realm = await newRealm(server);
  provider.trouble = () => undefined;
  const visitor = new Visitor(realm);
  const { status, text } = await signIn(visitor, provider, { claims: verified(realm.hamlet) });
  provider.trouble = undefined;
  assert.deepEqual([status, /Acme does not answer/.test(text)], [503, true]);
  assert.equal(await signedInAs(visitor), null);
});
