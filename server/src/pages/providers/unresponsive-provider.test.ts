import assert from "node:assert/strict";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { createTestOrganization, startServer } from "@parlance/testkit";
import { Visitor } from "../fixtures/visitor.ts";
import { ScriptedProvider } from "./fixtures/scripted-provider.ts";
import { signedInAs, signIn, verifiedClaims } from "./fixtures/provider-test-setup.ts";

/** Starts a server that accepts connections and never responds. */
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

test("a provider that accepts connections and never responds times out, and does not delay other visitors", async () => {
  const realm = await createTestOrganization(server);
  const waiting = new Visitor(realm).open("/accounts/login/social/oidc/silent");
  const other = new Visitor(realm);
  await signIn(other, provider, { claims: verifiedClaims(realm.hamlet) });
  assert.equal(await signedInAs(other), "King Hamlet");
  const { status, text } = await waiting;
  assert.deepEqual([status, /Silent is not responding/.test(text)], [503, true]);
});

test("a provider that does not respond when the code is exchanged times out as well", async () => {
  const realm = await createTestOrganization(server);
  provider.failure = () => undefined;
  const visitor = new Visitor(realm);
  const { status, text } = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet) });
  provider.failure = undefined;
  assert.deepEqual([status, /Acme is not responding/.test(text)], [503, true]);
  assert.equal(await signedInAs(visitor), null);
});

test("a login ends in time, uses little memory and shows a page that explains the failure, even if the provider responds with anything but what it should", async () => {
  const realm = await createTestOrganization(server);
  let sent = 0;
  let elsewhere = 0;
  const internal = createHttpServer((_request, response) => {
    elsewhere += 1;
    response.end();
  });
  await new Promise<void>((resolve) => internal.listen(0, "127.0.0.1", resolve));
  internal.unref();
  const location = `http://127.0.0.1:${(internal.address() as AddressInfo).port}/`;
  const writeHead = (response: ServerResponse) => response.writeHead(200, { "content-type": "application/json" });
  const endless = (response: ServerResponse) => {
    writeHead(response);
    const more = () => {
      while (!response.destroyed && response.write(" ".repeat(65_536))) sent += 65_536;
    };
    response.on("drain", more);
    more();
  };
  const dripping = (response: ServerResponse) => {
    writeHead(response);
    const drip = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(drip));
  };
  const unavailable = [503, "Acme is not responding"] as const;
  const untrusted = [403, "The response from Acme could not be verified"] as const;
  const cases: readonly (readonly [(response: ServerResponse) => void, readonly [number, string]])[] = [
    [endless, unavailable],
    [dripping, unavailable],
    [(response) => void writeHead(response).write("{", () => response.destroy()), unavailable],
    [(response) => void writeHead(response).end("{"), untrusted],
    [(response) => void writeHead(response).end(Buffer.from([0x22, 0xff, 0xfe, 0x22])), untrusted],
    [
      (response) =>
        void writeHead(response).end('{"access_token": "a\\u0000", "token_type": "Bearer", "id_token": "\\ud800"}'),
      untrusted,
    ],
    [(response) => void response.writeHead(302, { location }).end(), untrusted],
  ];
  for (const [trouble, [expected, words]] of cases) {
    provider.failure = trouble;
    const visitor = new Visitor(realm);
    const { status, text } = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet) });
    assert.deepEqual([status, text.includes(words)], [expected, true], text);
    assert.equal(await signedInAs(visitor), null);
  }
  provider.failure = undefined;
  assert.equal(elsewhere, 0);
  assert.ok(sent < 2 ** 25, `${sent} bytes were received`);
});
