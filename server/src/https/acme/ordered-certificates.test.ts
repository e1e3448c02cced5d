// Slow: orders certificates from a real certificate authority. Runs in its own process, because it makes the process
// trust the authority of these tests.
import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import {
  clock,
  days,
  reserveFreePorts,
  createTestOrganization,
  startServerBeside,
  startPebble,
  startServer,
  TEST_HOST,
  type TestServer,
  withoutPebble,
  until,
} from "@parlance/testkit";
import type { AcmeSettings } from "../settings.ts";
import { requestCertificates } from "../actions/store-certificates.ts";
import { HttpsClient, presentedCertificate } from "../fixtures/https-client.ts";

/**
 * Starts a certificate authority. Returns the server settings for ordering certificates there, and the ports on which
 * the authority verifies hosts.
 */
async function authority(challenge: AcmeSettings["challenge"]) {
  const [httpPort = 0, port = 0] = await reserveFreePorts(2);
  const { directoryUrl, serverCertificate, root } = await startPebble({ http: httpPort, tls: port });
  setDefaultCACertificates([...getCACertificates(), serverCertificate]);
  const certificates: AcmeSettings = { directoryUrl, email: "ada@example.com", challenge };
  const settings = { url: `https://${TEST_HOST}`, https: { certificates, httpPort, hstsSeconds: 600 } };
  return { settings, port, httpPort, root };
}

/** Waits until the certificate that a server presents for a host has another serial number than `former`. */
function certificateOf({ port }: TestServer, host: string, root: string, former?: string) {
  return until(async () => {
    const shown = await presentedCertificate({ port, ca: root }, host).catch(() => undefined);
    return shown?.serialNumber !== former && shown;
  });
}

const rowOf = ({ db }: TestServer, host: string) =>
  db.reader.selectFrom("https_certificate").selectAll().where("host", "=", host).executeTakeFirstOrThrow();

const changeRow = ({ db }: TestServer, host: string, change: { next_try_at: Date }) =>
  db.write((tx) => tx.updateTable("https_certificate").set(change).where("host", "=", host).execute());

const skip = withoutPebble;

test(
  "each host in use gets its own certificate, and a host name that a client made up gets none",
  { skip },
  async () => {
    const { settings, root } = await authority("http-01");
    const server = await startServer(settings);
    const { host } = await createTestOrganization(server);
    for (const name of [TEST_HOST, host]) {
      const { subjectaltname } = await certificateOf(server, name, root);
      assert.equal(subjectaltname, `DNS:${name}`);
    }
    await assert.rejects(presentedCertificate({ port: server.port, ca: root }, `evil.${TEST_HOST}`), /altnames/);
    const { rows } = { rows: await server.db.reader.selectFrom("https_certificate").select("host").execute() };
    assert.deepEqual(rows.map((row) => row.host).toSorted(), [TEST_HOST, host].toSorted());
  },
);

test(
  "a certificate is renewed when a third of its validity is left, without closing open connections",
  { skip },
  async () => {
    const { settings, root } = await authority("http-01");
    const server = await startServer(settings);
    const { serialNumber } = await certificateOf(server, TEST_HOST, root);
    const { valid_from: from, valid_until: end, next_try_at: next } = await rowOf(server, TEST_HOST);
    assert.ok(from && end);
    assert.equal(next.getTime(), end.getTime() - Math.ceil((end.getTime() - from.getTime()) / 3));

    using client = new HttpsClient({ port: server.port, ca: root });
    await client.get(TEST_HOST, "/health");
    await changeRow(server, TEST_HOST, { next_try_at: clock.now() });
    await certificateOf(server, TEST_HOST, root, serialNumber);
    assert.equal((await client.get(TEST_HOST, "/health")).status, 200);
    assert.equal(client.connections, 1);
  },
);

test(
  "a second process serves the certificate that the first one ordered, and places no order itself",
  { skip },
  async () => {
    const { settings, root, httpPort } = await authority("http-01");
    const server = await startServer(settings);
    const { serialNumber } = await certificateOf(server, TEST_HOST, root);
    const [otherPort = 0] = await reserveFreePorts(1);
    const other = await startServerBeside(server, { ...settings, https: { ...settings.https, httpPort: otherPort } });
    assert.equal((await presentedCertificate({ port: other.port, ca: root }, TEST_HOST)).serialNumber, serialNumber);
    // The authority may send its request to any process, so all must return the same key authorization.
    const answers = await Promise.all([httpPort, otherPort].map((port) => proof(port, "a-token")));
    assert.match(answers[0] ?? "", /^a-token\.[\w-]{43}$/);
    assert.equal(answers[0], answers[1]);
  },
);

async function proof(port: number, token: string): Promise<string> {
  const path = `/.well-known/acme-challenge/${token}`;
  const [response] = await once(request({ host: "127.0.0.1", port, path, agent: false }).end(), "response");
  return text(response);
}

test(
  "with the TLS challenge alone, a process that did not place the order proves control of the host too",
  { skip },
  async () => {
    const { settings, root, port } = await authority("tls-alpn-01");
    const https = { ...settings.https, httpPort: undefined };
    // The clock of this process is a day behind, so that no order is due for it and it places none.
    const yesterday = { now: () => new Date(clock.now().getTime() - days(1)), elapsed: () => clock.elapsed() };
    const idle = await startServer({ ...settings, https: undefined });
    const { directoryUrl } = https.certificates;
    await idle.db.write((tx) => requestCertificates(tx, [TEST_HOST], { directoryUrl, now: clock.now() }));
    await startServerBeside(idle, { ...settings, https }, { port, clock: yesterday });
    const other = await startServerBeside(idle, { ...settings, https });
    assert.equal((await certificateOf(other, TEST_HOST, root)).subjectaltname, `DNS:${TEST_HOST}`);
  },
);

test("a failed order is retried later, and its error is stored", { skip }, async () => {
  const { settings } = await authority("http-01");
  const [nowhere = 0] = await reserveFreePorts(1);
  const server = await startServer({ ...settings, https: { ...settings.https, httpPort: nowhere } });
  for (;;) {
    const { failures, last_error: why, next_try_at: next, chain } = await rowOf(server, TEST_HOST).catch(() => NONE);
    if (failures === 0) continue;
    assert.deepEqual([failures, chain], [1, null]);
    assert.match(String(why), /connection refused/i);
    assert.ok(next > clock.now() && next.getTime() < clock.now().getTime() + days(1));
    break;
  }
});

const NONE = { failures: 0, last_error: null, next_try_at: new Date(0), chain: null };
