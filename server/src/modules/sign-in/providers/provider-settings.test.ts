import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import { loadProviderSettings } from "./provider-settings.ts";

const folder = await mkdtemp(join(tmpdir(), "parlance-providers-"));
after(() => rm(folder, { recursive: true }));

const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const files = {
  "acme.secret": "a secret\n",
  "short.secret": "short",
  "long.secret": "a secret that is long enough for anybody\n",
  "empty.secret": "\n",
  "school.pem": "a certificate",
  "school.key": "a key",
  "site.pem": publicKey.export({ type: "spki", format: "pem" }),
};
for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);

const path = join(folder, "providers.json");
const env = { ACME_SECRET: "from the environment", EMPTY: "" };

async function read(content: unknown) {
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return loadProviderSettings(path, env);
}

const oidc = { name: "acme", display_name: "Acme", issuer: "https://acme.example.com", client_id: "parlance" };
const saml = {
  name: "school",
  display_name: "School",
  entity_id: "https://idp.example.com",
  sign_on_url: "https://idp.example.com/sso",
  certificate_files: ["school.pem"],
};
const proxy = { display_name: "Gate", header: "X-Remote-User", proxies: ["10.1.0.0/16"] };

test("without a file there are no providers", async () => {
  assert.deepEqual(await loadProviderSettings(undefined, env), { openIdConnect: [], saml: [] });
});

test("secrets and certificates are read from files next to the settings file and from the environment", async () => {
  const settings = await read({
    openid_connect: [
      { ...oidc, client_secret_file: "acme.secret" },
      { ...oidc, name: "other", client_secret_variable: "ACME_SECRET" },
      { ...oidc, name: "public" },
    ],
    saml: [{ ...saml, signing_key_file: "school.key", signing_certificate_file: "school.pem" }],
    jwt: [
      { organization: "acme", secret_file: "long.secret" },
      { organization: "", algorithm: "ES256", public_key_file: "site.pem" },
    ],
    proxy_header: proxy,
  });
  const secrets = settings.openIdConnect.map(({ client_secret: secret }) => secret);
  assert.deepEqual(secrets, ["a secret", "from the environment", null]);
  const [school] = settings.saml;
  assert.deepEqual([school?.certificates, school?.decryption], [["a certificate"], null]);
  assert.deepEqual(school?.signing, { key: "a key", certificate: "a certificate" });
  assert.deepEqual(
    settings.jwt?.map(({ organization, algorithm, key }) => [organization, algorithm, key.type]),
    [
      ["acme", "HS256", "secret"],
      ["", "ES256", "public"],
    ],
  );
  assert.equal(settings.proxyHeader?.proxies.check("10.1.2.3"), true);
  assert.equal(settings.proxyHeader?.header, "x-remote-user");
});

/** Invalid contents of the file, by description, with the expected error message. */
const wrong: Readonly<Record<string, readonly [content: unknown, complaint: RegExp]>> = {
  "is not valid JSON": ["{", /JSON/],
  "has an unknown field": [{ openid: [] }, /Unrecognized key: "openid"/],
  "has a provider with an unknown field": [{ openid_connect: [{ ...oidc, secret: "x" }] }, /"secret"/],
  "lacks a required field of a provider": [{ openid_connect: [{ name: "acme" }] }, /openid_connect\[0\]\.client_id/],
  "has a provider whose name is not valid in a URL": [
    { openid_connect: [{ ...oidc, name: "Acme!" }] },
    /can contain only lower-case letters, digits, _ and -/,
  ],
  "has two providers with the same name": [{ openid_connect: [oidc, oidc] }, /two providers have the name acme/],
  "has a provider with an unencrypted URL": [
    { openid_connect: [{ ...oidc, issuer: "http://acme.example.com" }] },
    /must begin with https:/,
  ],
  "refers to a secret file that does not exist": [
    { openid_connect: [{ ...oidc, client_secret_file: "none.secret" }] },
    /none\.secret/,
  ],
  "refers to a variable that is not set": [
    { openid_connect: [{ ...oidc, client_secret_variable: "EMPTY" }] },
    /acme: the variable EMPTY is not set/,
  ],
  "admits new users as owners": [
    { openid_connect: [{ ...oidc, admits: [{ role: "owner" }] }] },
    /"administrator"\|"moderator"\|"member"\|"guest"/,
  ],
  "refreshes an attribute that cannot be refreshed": [
    { openid_connect: [{ ...oidc, refreshes: ["email"] }] },
    /"full_name"\|"role"/,
  ],
  "lists no certificates": [{ saml: [{ ...saml, certificate_files: [] }] }, /certificate_files/],
  "has a signing key without its certificate": [
    { saml: [{ ...saml, signing_key_file: "school.key" }] },
    /school: signing requires a key and its certificate/,
  ],
  "has a decryption certificate without its key": [
    { saml: [{ ...saml, decryption_certificate_file: "school.pem" }] },
    /school: decryption requires a key and its certificate/,
  ],
  "has a shared secret that is too short": [
    { jwt: [{ organization: "acme", secret_file: "short.secret" }] },
    /jwt of "acme" \(HS256\): the secret must have at least 32 bytes/,
  ],
  "has a shared secret too short for its algorithm": [
    { jwt: [{ organization: "acme", algorithm: "HS512", secret_file: "long.secret" }] },
    /at least 64 bytes/,
  ],
  "has an empty secret": [{ jwt: [{ organization: "acme", secret_file: "empty.secret" }] }, /contains no secret/],
  "has two secrets for one entry": [
    { jwt: [{ organization: "acme", secret_file: "long.secret", secret_variable: "ACME_SECRET" }] },
    /requires either secret_file or secret_variable/,
  ],
  "has both a secret and a public key": [
    { jwt: [{ organization: "acme", secret_file: "long.secret", public_key_file: "site.pem" }] },
    /requires either secret_file or secret_variable, and no public_key_file/,
  ],
  "has a secret for an algorithm that requires a public key": [
    { jwt: [{ organization: "acme", algorithm: "RS256", secret_file: "long.secret" }] },
    /requires public_key_file, and no secret/,
  ],
  "accepts tokens without a signature": [{ jwt: [{ organization: "acme", algorithm: "none" }] }, /"HS256"/],
  "trusts a header from any address": [{ proxy_header: { ...proxy, proxies: [] } }, /proxies/],
  "trusts a proxy whose address is invalid": [
    { proxy_header: { ...proxy, proxies: ["gate"] } },
    /must be network addresses/,
  ],
  "trusts an invalid address range": [
    { proxy_header: { ...proxy, proxies: ["10.0.0.0/99"] } },
    /must be network addresses/,
  ],
  "has an invalid header name": [{ proxy_header: { ...proxy, header: "X Remote" } }, /must be the name of a header/],
};

for (const [what, [content, complaint]] of Object.entries(wrong)) {
  test(`a settings file that ${what} is rejected with an error that names the variable, the file and the problem`, async () => {
    await assert.rejects(read(content), (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /^.*providers\.json, set in PARLANCE_IDENTITY_PROVIDERS, is invalid: /);
      assert.match(error.message, complaint);
      return true;
    });
  });
}

test("the error for a missing file contains its name", async () => {
  await assert.rejects(
    loadProviderSettings(join(folder, "none.json"), env),
    /none\.json, set in PARLANCE_IDENTITY_PROVIDERS, is invalid/,
  );
});

test("the examples in the documentation are valid settings", async () => {
  const pages = ["single-sign-on", "ldap"].map((page) => new URL(`../../../../../docs/${page}.md`, import.meta.url));
  const documents = await Promise.all(pages.map((page) => readFile(page, "utf8")));
  const examples = [...documents.join("").matchAll(/^```json\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""]) =>
    /"(openid_connect|proxy_header|jwt|ldap)"/.test(text) ? [text] : [],
  );
  assert.equal(examples.length, 4);
  await writeFile(join(folder, "acme-jwt.secret"), files["long.secret"]);
  await writeFile(join(folder, "labs-jwt.pem"), files["site.pem"]);
  for (const example of examples) await read(example);
});
