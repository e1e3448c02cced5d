import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { newCertificate } from "@parlance/server/modules/messages/link-previews/fixtures/certificate.ts";
import { reserveFreePorts, startServer, TEST_SECRET } from "@parlance/testkit";
import { startBucket } from "@parlance/testkit/services/s3-bucket.ts";
import { runParlance } from "./fixtures/command-line.ts";

/** Runs the doctor, and returns the lines of its findings about a check. */
async function diagnose(t: TestContext, env: Record<string, string>, check: string): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-doctor-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const { json } = await runParlance(["doctor", "--json"], { env: { PARLANCE_DATA_DIR: dataDir, ...env } });
  return json.checks.filter((one) => one.check === check).map(({ state, message }) => `${state}: ${message}`);
}

/** Starts an HTTP server on a free port, and returns its URL. */
async function serve(t: TestContext, respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns a URL at which nothing listens. */
async function closedUrl(): Promise<string> {
  const [port] = await reserveFreePorts(1);
  return `http://127.0.0.1:${port}`;
}

/** Starts a reverse proxy in front of a server. `changeHeaders` changes the headers that it passes on. */
const startProxy = (t: TestContext, port: number, changeHeaders: (headers: Headers) => void): Promise<string> =>
  serve(t, ({ url = "", headers: { host = "", authorization = "" } }, response) => {
    const headers = new Headers({ "x-forwarded-host": host, authorization });
    changeHeaders(headers);
    void fetch(`http://127.0.0.1:${port}${url}`, { headers }).then(async (answer) => {
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    });
  });

const addForwardedAddress = (headers: Headers): void => headers.append("x-forwarded-for", "203.0.113.7");
const ownSecret = { PARLANCE_SECRET: TEST_SECRET.toString() };

test("the doctor finds this server at its public address, behind as many proxies as are trusted", async (t) => {
  const [direct, trusting] = [await startServer(), await startServer({ trustedProxies: 1 })];
  const url = `http://127.0.0.1:${direct.port}`;
  const found = { ...ownSecret, PARLANCE_EXTERNAL_URL: url };
  assert.deepEqual(await diagnose(t, found, "public address"), [`ok: ${url} leads to this server`]);
  assert.deepEqual(await diagnose(t, found, "reverse proxy"), ["ok: none adds X-Forwarded-For"]);
  const proxy = await startProxy(t, trusting.port, addForwardedAddress);
  const behind = { ...ownSecret, PARLANCE_EXTERNAL_URL: proxy, PARLANCE_TRUST_PROXY: "1" };
  assert.deepEqual(await diagnose(t, behind, "public address"), [`ok: ${proxy} leads to this server`]);
  assert.deepEqual(await diagnose(t, behind, "reverse proxy"), ["ok: 1 in X-Forwarded-For, all trusted"]);
});

test("the doctor reports proxies that are not trusted, that hide addresses, or that change the host", async (t) => {
  const { port } = await startServer({ trustedProxies: 1 });
  const adding = { ...ownSecret, PARLANCE_EXTERNAL_URL: await startProxy(t, port, addForwardedAddress) };
  const [untrusted] = await diagnose(t, adding, "reverse proxy");
  assert.match(untrusted ?? "", /^warn: 1 in X-Forwarded-For, but PARLANCE_TRUST_PROXY is 0/);
  const hiding = { ...ownSecret, PARLANCE_EXTERNAL_URL: await startProxy(t, port, () => undefined) };
  const [forgeable] = await diagnose(t, { ...hiding, PARLANCE_TRUST_PROXY: "1" }, "reverse proxy");
  assert.match(forgeable ?? "", /^fail: 0 in X-Forwarded-For, but PARLANCE_TRUST_PROXY is 1: clients can forge/);
  const renaming = await startProxy(t, port, (headers) => headers.delete("x-forwarded-host"));
  const [changed] = await diagnose(t, { ...ownSecret, PARLANCE_EXTERNAL_URL: renaming }, "public address");
  assert.match(changed ?? "", /^fail: requests to .* arrive at the server with the host 127\.0\.0\.1:/);
});

test("the doctor reports a public address that leads elsewhere, redirects or cannot be reached", async (t) => {
  const { port } = await startServer({}, { secret: Buffer.from("the secret of another server, long enough") });
  const redirect = await serve(t, (_request, response) =>
    response.writeHead(301, { location: "https://chat.example.com/" }).end(),
  );
  const cases: [url: string, finding: RegExp][] = [
    [`http://127.0.0.1:${port}`, /^fail: something other than this server responds .*status 404/],
    [redirect, /^fail: .* redirects to https:\/\/chat\.example\.com\/$/],
    [await closedUrl(), /^warn: .* cannot be reached: .*ECONNREFUSED/],
  ];
  for (const [url, finding] of cases) {
    const [found] = await diagnose(t, { ...ownSecret, PARLANCE_EXTERNAL_URL: url }, "public address");
    assert.match(found ?? "", finding);
  }
});

test("the server shows how a request arrived only to clients that know its secret", async () => {
  const { port } = await startServer();
  const url = `http://127.0.0.1:${port}/doctor/request`;
  const expired = "1000000000-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  for (const authorization of ["", "Bearer x", `Bearer ${expired}`, "Basic x"]) {
    assert.equal((await fetch(url, { headers: { authorization } })).status, 404);
  }
});

test("the doctor reports a bucket that it cannot list", async (t) => {
  const { url, region, keyId, secret } = await startBucket();
  const settings = { PARLANCE_UPLOADS_S3_URL: url, PARLANCE_UPLOADS_S3_REGION: region };
  const keys = { PARLANCE_UPLOADS_S3_KEY_ID: keyId, PARLANCE_UPLOADS_S3_SECRET: secret };
  assert.deepEqual(await diagnose(t, { ...settings, ...keys }, "bucket"), [`ok: ${url} can be listed`]);
  const [refused] = await diagnose(t, { ...settings, ...keys, PARLANCE_UPLOADS_S3_SECRET: "wrong" }, "bucket");
  assert.match(refused ?? "", /^fail: .* responded to GET with 403/);
  const [away] = await diagnose(
    t,
    { ...settings, ...keys, PARLANCE_UPLOADS_S3_URL: `${await closedUrl()}/a` },
    "bucket",
  );
  assert.match(away ?? "", /^fail: .*ECONNREFUSED/);
});

/** Starts an OpenID Connect provider that only starts logins, and returns its issuer. */
async function startProvider(
  t: TestContext,
  { knowsRedirect = true, date = new Date(), namedIssuer = "" } = {},
): Promise<string> {
  const issuer = await serve(t, ({ url = "" }, response) => {
    response.setHeader("date", date.toUTCString());
    if (!url.startsWith("/.well-known/")) return response.writeHead(knowsRedirect ? 200 : 400).end();
    const metadata = { issuer: namedIssuer || issuer, authorization_endpoint: `${issuer}/authorize` };
    return response.setHeader("content-type", "application/json").end(JSON.stringify(metadata));
  });
  return issuer;
}

/** Writes an identity providers file, and returns the settings that name it. */
async function writeProviders(t: TestContext, file: object, more: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "parlance-doctor-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, "providers.json");
  await writeFile(path, JSON.stringify(file));
  for (const [name, content] of Object.entries(more)) await writeFile(join(folder, name), content);
  return { PARLANCE_IDENTITY_PROVIDERS: path, PARLANCE_PORT: "9800" };
}

const acme = { name: "acme", display_name: "Acme", client_id: "chat" };

test("the doctor starts a login with each OpenID Connect provider, and compares clocks", async (t) => {
  const issuer = await startProvider(t);
  const env = await writeProviders(t, { openid_connect: [{ ...acme, issuer }] });
  const address = "http://127.0.0.1:9800/complete/oidc/acme";
  assert.deepEqual(await diagnose(t, env, "single sign-on (acme)"), [
    `ok: ${issuer} responds; the redirect address is ${address}`,
  ]);
  assert.deepEqual(await diagnose(t, env, "clock"), [`ok: agrees with that of ${issuer}`]);
});

test("the doctor reports unknown redirect addresses, wrong issuers and wrong clocks", async (t) => {
  const diagnoseProvider = async (issuer: string, check = "single sign-on (acme)") =>
    (await diagnose(t, await writeProviders(t, { openid_connect: [{ ...acme, issuer }] }), check)).join();
  const strict = await startProvider(t, { knowsRedirect: false });
  assert.match(await diagnoseProvider(strict), /^warn: .* rejects a sign-in \(status 400\)$/);
  const renamed = await startProvider(t, { namedIssuer: "https://idp.example.com" });
  assert.match(await diagnoseProvider(renamed), /^fail: .*issuer/);
  assert.match(await diagnoseProvider(await closedUrl()), /^fail: .*ECONNREFUSED/);
  const ahead = await startProvider(t, { date: new Date(Date.now() + 3_600_000) });
  assert.match(await diagnoseProvider(ahead, "clock"), /^fail: \d+ seconds behind that of .*can fail$/);
  const behind = await startProvider(t, { date: new Date(Date.now() - 20_000) });
  assert.match(await diagnoseProvider(behind, "clock"), /^warn: \d+ seconds ahead of that of/);
});

test("the doctor reports certificates of SAML providers that expire soon", async (t) => {
  const url = await serve(t, (_request, response) => response.end());
  const entry = { name: "acme", display_name: "Acme", entity_id: "idp", sign_on_url: url };
  const inDays = (count: number) => newCertificate("idp.example.com", "ec", new Date(Date.now() + count * 86_400_000));
  const files = { "new.pem": inDays(90.5).cert, "old.pem": inDays(3.5).cert, "past.pem": inDays(-1).cert };
  const diagnoseCertificates = async (...names: string[]) => {
    const env = await writeProviders(t, { saml: [{ ...entry, certificate_files: names }] }, files);
    return diagnose(t, env, "single sign-on (acme)");
  };
  assert.deepEqual(await diagnoseCertificates("old.pem", "new.pem"), [`ok: ${url} responds`]);
  const warning = "warn: the provider's certificate expires in 3 days";
  assert.deepEqual(await diagnoseCertificates("old.pem", "past.pem"), [`ok: ${url} responds`, warning]);
  assert.match((await diagnoseCertificates("past.pem"))[1] ?? "", /^warn: the provider's certificate expired on /);
});
