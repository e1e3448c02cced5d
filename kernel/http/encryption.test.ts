import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { test, type TestContext } from "node:test";
import { until } from "@parlance/testkit/until.ts";
import { HttpsClient, presentedCertificate } from "@parlance/server/https/fixtures/https-client.ts";
import { newCertificate } from "@parlance/server/modules/messages/link-previews/fixtures/certificate.ts";
import type { AppOptions } from "./build-app.ts";
import type { Encryption } from "./encryption.ts";
import { RawClient } from "./fixtures/raw-client.ts";
import { startApp } from "./fixtures/test-app.ts";

const HOST = "acme.example";

interface Options extends Partial<AppOptions> {
  readonly timeoutMs?: number;
}

async function startSecure(t: TestContext, { timeoutMs = 60_000, ...options }: Options = {}) {
  const { key, cert } = newCertificate(HOST);
  const attach: Encryption["attach"] = (server) => server.setSecureContext({ key, cert });
  const encryption: Encryption = { callbacks: {}, hstsSeconds: 300, timeoutMs, attach };
  const { origin } = await startApp(t, [], { encryption, ...options });
  const secured = { port: Number(new URL(origin).port), ca: cert };
  const client = new HttpsClient(secured);
  t.after(() => client[Symbol.dispose]());
  return { origin, client, ...secured };
}

test("every response, including errors, has the header that makes browsers use only HTTPS", async (t) => {
  const { client } = await startSecure(t);
  for (const [path, status] of [
    ["/health", 200],
    ["/api/v1/nothing", 404],
    ["/nothing", 404],
  ] as const) {
    const answer = await client.get(HOST, path);
    assert.deepEqual([answer.status, answer.headers["strict-transport-security"]], [status, "max-age=300"], path);
  }
});

test("a server without TLS does not send the HSTS header", async (t) => {
  const { call } = await startApp(t, []);
  assert.equal((await call("GET", "//health")).headers["strict-transport-security"], undefined);
});

test("a client that does not encrypt gets no response, and the next client is served", async (t) => {
  const { origin, client } = await startSecure(t);
  for (const sent of ["GET /health HTTP/1.1\r\nhost: acme.example\r\n\r\n", "\u0016\u0003\u0001\u0000\u0008nonsense"]) {
    assert.doesNotMatch(await new RawClient(origin, sent).end(), /HTTP|result/);
  }
  assert.equal((await client.get(HOST, "/health")).status, 200);
});

test("a client that connects and does not start a TLS handshake is disconnected", async (t) => {
  const { origin } = await startSecure(t, { timeoutMs: 1 });
  assert.equal(await new RawClient(origin, "").end(), "");
});

test("outdated TLS versions are rejected", async (t) => {
  const { port, ca } = await startSecure(t);
  const old = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" } as const;
  const socket = connectSecurely({ host: "127.0.0.1", port, ca, servername: HOST, ...old });
  const [error] = await once(socket, "error");
  assert.match(String(error), /protocol version/);
});

test("the number of connections per network is limited, and connections count even before their handshakes", async (t) => {
  const { port, ca, client } = await startSecure(t, { bounds: { connectionsPerAddress: 2 } });
  const silent = connect(port, "127.0.0.1");
  await once(silent, "connect");
  assert.equal((await client.get(HOST, "/health")).status, 200);
  const third = connect(port, "127.0.0.1")
    .resume()
    .on("error", () => undefined);
  await once(third, "close");
  silent.destroy();
  const isLetIn = () =>
    presentedCertificate({ port, ca }, HOST).then(
      () => true,
      () => false,
    );
  // The silent connection counts until the server has noticed that it was closed.
  await until(isLetIn);
});
