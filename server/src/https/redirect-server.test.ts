import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { test } from "node:test";
import { text } from "node:stream/consumers";
import { reserveFreePorts, createTestOrganization, startServer, TEST_HOST } from "@parlance/testkit";
import { newCertificate } from "#modules/messages/link-previews/fixtures/certificate.ts";
import { CertificateFolder } from "./fixtures/certificate-folder.ts";

async function startPlain() {
  const [httpPort = 0] = await reserveFreePorts(1);
  const { paths } = await CertificateFolder.with(newCertificate(TEST_HOST));
  const https = { certificates: paths, httpPort, hstsSeconds: 0 };
  const server = await startServer({ url: `https://${TEST_HOST}:8443`, https });
  const fetchPlain = async (host: string, path: string, method = "GET") => {
    const outgoing = request({
      host: "127.0.0.1",
      port: httpPort,
      method,
      path,
      agent: false,
      headers: { host },
    }).end();
    const [response] = await once(outgoing, "response");
    return { status: response.statusCode, location: response.headers.location, text: await text(response) };
  };
  return { server, fetchPlain };
}

test("an HTTP request is redirected to the same path over HTTPS", async () => {
  const { server, fetchPlain } = await startPlain();
  const { host } = await createTestOrganization(server);
  for (const method of ["GET", "HEAD", "POST"]) {
    const { status, location } = await fetchPlain(`${host}:80`, "/login/?next=%2Fa&b=%C3%A4", method);
    assert.deepEqual([status, location], [308, `https://${host}:8443/login/?next=%2Fa&b=%C3%A4`], method);
  }
  assert.equal((await fetchPlain(TEST_HOST.toUpperCase(), "/")).location, `https://${TEST_HOST}:8443/`);
});

test("no request is redirected to a foreign host, whatever host and path the client sends", async () => {
  const { server, fetchPlain } = await startPlain();
  const { host } = await createTestOrganization(server);
  for (const made of ["evil.example", `evil.${TEST_HOST}`, `${TEST_HOST}.evil.example`, `evil.example/${host}`, ""]) {
    const { status, location } = await fetchPlain(made, "/");
    assert.deepEqual([status, location], [404, undefined], made);
  }
  for (const path of ["//evil.example/", "/\\evil.example", "/@evil.example", "http://evil.example/"]) {
    const { location } = await fetchPlain(host, path);
    assert.ok(location === undefined || new URL(location).host === `${host}:8443`, `${path} leads to ${location}`);
  }
});

test("the server responds with no key authorization if it does not use http-01 challenges", async () => {
  const { fetchPlain } = await startPlain();
  const { location, text: body } = await fetchPlain(TEST_HOST, "/.well-known/acme-challenge/token");
  assert.equal(location, `https://${TEST_HOST}:8443/.well-known/acme-challenge/token`);
  assert.doesNotMatch(body, /token\./);
});
