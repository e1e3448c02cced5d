// Slow: waits until the server reads the certificate files again.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  reserveFreePorts,
  createTestOrganization,
  ServerProcess,
  startServer,
  TEST_HOST,
  until,
} from "@parlance/testkit";
import { newCertificate } from "#modules/messages/link-previews/fixtures/certificate.ts";
import { CertificateFolder } from "./fixtures/certificate-folder.ts";
import { HttpsClient, presentedCertificate } from "./fixtures/https-client.ts";

/** Waits until a server presents this certificate for a host. */
async function untilShown(port: number, host: string, cert: string): Promise<void> {
  // Only this self-signed certificate is trusted, so a handshake with any other certificate fails.
  await until(() => presentedCertificate({ port, ca: cert }, host).catch(() => undefined));
}

async function startSecure() {
  const first = newCertificate(TEST_HOST);
  const folder = await CertificateFolder.with(first);
  const https = { certificates: folder.paths, httpPort: undefined, hstsSeconds: 600 };
  const server = await startServer({ url: `https://${TEST_HOST}`, https });
  return { server, folder, first };
}

test("a server with a certificate responds over HTTPS, and its cookies are marked as secure", async () => {
  const { server, first } = await startSecure();
  const { host } = await createTestOrganization(server);
  using client = new HttpsClient({ port: server.port, ca: first.cert });
  const settings = await client.get(TEST_HOST, "/health");
  assert.deepEqual([settings.status, settings.headers["strict-transport-security"]], [200, "max-age=600"]);
  // The certificate names only the server's own host, so the client checks it against that host.
  const page = await client.get(host, "/login", { checkedAs: TEST_HOST });
  assert.equal(page.status, 200);
  assert.match(String(page.headers["set-cookie"]), /^__Host-[^;]*;.*\bSecure\b/);
  const metrics = await client.get(TEST_HOST, "/metrics");
  assert.match(metrics.text, /^parlance_certificate_end_timestamp_seconds \d{10}$/m);
});

test("replaced certificate files are loaded while the server runs, without closing open connections", async () => {
  const { server, folder, first } = await startSecure();
  using client = new HttpsClient({ port: server.port, ca: first.cert });
  await client.get(TEST_HOST, "/health");
  const second = newCertificate(TEST_HOST, "rsa");
  await folder.put(second);
  await untilShown(server.port, TEST_HOST, second.cert);
  assert.equal((await client.get(TEST_HOST, "/health")).status, 200);
  assert.equal(client.connections, 1);
  await assert.rejects(presentedCertificate({ port: server.port, ca: first.cert }, TEST_HOST), /self.signed/);
});

test("if the key does not match the certificate, one error is logged, and the former certificate stays in use until both files match", async (t) => {
  const host = "chat.example.com";
  const first = newCertificate(host);
  const folder = await CertificateFolder.with(first);
  const [httpPort = 0] = await reserveFreePorts(1);
  const server = await ServerProcess.start({
    PARLANCE_EXTERNAL_URL: `https://${host}`,
    PARLANCE_TLS_CERT_FILE: folder.paths.certFile,
    PARLANCE_TLS_KEY_FILE: folder.paths.keyFile,
    PARLANCE_HTTP_PORT: String(httpPort),
  });
  t.after(() => server[Symbol.asyncDispose]());
  assert.match(server.output, /the certificate expires in 0 days/);

  const second = newCertificate(host);
  await folder.put({ cert: second.cert });
  const problem = /the new certificate cannot be used[^\n]*the key does not match the first certificate/g;
  await server.untilLogged(problem);
  assert.ok(await presentedCertificate({ port: server.port, ca: first.cert }, host));
  await folder.put({ key: second.key });
  await untilShown(server.port, host, second.cert);
  assert.equal(server.output.match(problem)?.length, 1);

  const plain = await fetch(`http://127.0.0.1:${httpPort}/login`, { redirect: "manual" });
  assert.equal(plain.headers.get("location"), `https://${host}/login`);
  assert.equal(await server.stop(), 0);
});
