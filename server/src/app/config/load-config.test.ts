import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import { settingsPage } from "@parlance/kernel/config/text/settings-page.ts";
import { stockAliases, WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { loadConfig } from "./load-config.ts";
import { settingTables } from "./setting-tables.ts";
import { settings } from "./settings.ts";

test("without environment variables every setting has its default", () => {
  const config = loadConfig({ PATH: "/bin", PARLANCE_PORT: "" });
  assert.equal(config.port, 9800);
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.strict, false);
  assert.equal(config.server.url, "http://127.0.0.1:9800");
  assert.equal(config.server.queueIdleSeconds, 600);
  assert.deepEqual(config.warnings, []);
});

test("values are parsed according to their settings", () => {
  const config = loadConfig({
    PARLANCE_PORT: "80",
    PARLANCE_CHECK_RESPONSES: "true",
    PARLANCE_EXTERNAL_URL: "https://Chat.Example.com/",
    PARLANCE_LOG_LEVEL: "debug",
    DATABASE_URL: "postgres://me@here/db",
  });
  assert.deepEqual(
    [config.port, config.strict, config.logLevel, config.databaseUrl],
    [80, true, "debug", "postgres://me@here/db"],
  );
  assert.equal(config.server.url, "https://chat.example.com");
});

test("the address of the metrics has a port, and is on the loopback interface unless it has a host", () => {
  const addressOf = (text: string) => loadConfig({ PARLANCE_METRICS_ADDRESS: text }).metricsAddress;
  assert.deepEqual(addressOf("9801"), { host: "127.0.0.1", port: 9801 });
  assert.deepEqual(addressOf("10.0.0.5:9801"), { host: "10.0.0.5", port: 9801 });
  assert.deepEqual(addressOf("[::1]:9801"), { host: "::1", port: 9801 });
  for (const wrong of ["localhost", "a:b", "1.2.3.4:70000", ":9801", "[x:y]:1"])
    assert.throws(() => addressOf(wrong), ConfigError, wrong);
  assert.throws(() => loadConfig({ PARLANCE_METRICS_TOKEN: "too short" }), ConfigError);
});

test("if the server listens on all interfaces, its URL contains a reachable host instead of the wildcard address", () => {
  assert.equal(loadConfig({ PARLANCE_HOST: "0.0.0.0" }).server.url, "http://localhost:9800");
  assert.equal(loadConfig({ PARLANCE_HOST: "::1", PARLANCE_PORT: "1" }).server.url, "http://[::1]:1");
});

test("all invalid settings are reported together, with the values that they accept and without the values of secrets", () => {
  const env = {
    PARLANCE_PORT: "x",
    PARLANCE_LOG_LEVEL: "loud",
    PARLANCE_SECRET: "hunter2",
    PARLANCE_EXTERNAL_URL: "https://a/b",
  };
  assert.throws(
    () => loadConfig(env),
    (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(error.message.split("\n"), [
        'PARLANCE_PORT is "x", but must be a whole number from 0 to 65535',
        'PARLANCE_EXTERNAL_URL is "https://a/b", but must be a URL without a path, such as https://chat.example.com',
        "PARLANCE_SECRET is invalid: it must be at least 32 characters",
        'PARLANCE_LOG_LEVEL is "loud", but must be one of fatal, error, warn, info, debug, trace, silent',
      ]);
      return true;
    },
  );
  for (const port of ["-1", "65536", "1.5", " 80", "0x50"])
    assert.throws(() => loadConfig({ PARLANCE_PORT: port }), ConfigError);
});

test("a heartbeat interval at which clients would treat the connection as broken is rejected", () => {
  assert.equal(loadConfig({ PARLANCE_HEARTBEAT_SECONDS: "90" }).server.heartbeatSeconds, 90);
  assert.throws(
    () => loadConfig({ PARLANCE_HEARTBEAT_SECONDS: "91" }),
    /^ConfigError: PARLANCE_HEARTBEAT_SECONDS is "91", but must be a whole number from 1 to 90$/,
  );
});

test("an unknown setting causes a warning that suggests the closest known name", () => {
  const { warnings } = loadConfig({ PARLANCE_PROT: "1", PARLANCE_UNHEARD_OF: "1" });
  assert.deepEqual(warnings, [
    "PARLANCE_PROT is not a setting; did you mean PARLANCE_PORT?",
    "PARLANCE_UNHEARD_OF is not a setting",
  ]);
});

test("every setting is on the settings page, and the text of every default is accepted as an explicit value", () => {
  const page = settingsPage(settings, settingTables);
  for (const setting of Object.values(settings)) {
    assert.ok(page.includes(`| \`${setting.key}\` | \`${setting.variable}\` |`), setting.key);
    const { default: value } = setting;
    // This default applies to some clients only, whereas a value that the operator sets applies to all clients.
    if (value instanceof WireAliases) continue;
    if (value === undefined || value === "") continue;
    assert.ok(typeof value !== "object" || Array.isArray(value), `${setting.variable} needs a test of its default`);
    assert.deepEqual(setting.schema.parse(String(value)), value);
  }
});

test("an unset prefix of wire aliases, a set prefix and an empty prefix have three different effects", () => {
  const aliases = (text?: string) => loadConfig({ PARLANCE_WIRE_ALIASES: text }).server.wireAliases;
  const prefixes = [undefined, "acme", ""].map(aliases).map((one) => [one.prefixFor(true), one.prefixFor(false)]);
  assert.deepEqual(prefixes, [
    [stockAliases.prefix, ""],
    ["acme", "acme"],
    ["", ""],
  ]);
  for (const text of ["Acme", "1acme", "a-b", " ", "acme "]) assert.throws(() => aliases(text), ConfigError);
});

test("HTTPS settings that contradict each other are rejected", () => {
  const files = { PARLANCE_TLS_CERT_FILE: "cert.pem", PARLANCE_TLS_KEY_FILE: "key.pem" };
  const orders = { PARLANCE_ACME_DIRECTORY_URL: "https://ca.example/dir", PARLANCE_ACME_TERMS_AGREED: "true" };
  const at = { PARLANCE_EXTERNAL_URL: "https://chat.example.com" };
  const cases: [env: Record<string, string>, what: RegExp][] = [
    [{ PARLANCE_TLS_CERT_FILE: "cert.pem" }, /requires PARLANCE_TLS_KEY_FILE/],
    [{ PARLANCE_TLS_KEY_FILE: "key.pem" }, /requires PARLANCE_TLS_CERT_FILE/],
    [{ ...files, PARLANCE_EXTERNAL_URL: "http://chat.example.com" }, /must begin with https/],
    [{ PARLANCE_HTTP_PORT: "80" }, /PARLANCE_HTTP_PORT requires/],
    [{ ...files, ...orders, ...at }, /cannot both be set/],
    [{ ...orders, ...at, PARLANCE_ACME_TERMS_AGREED: "false" }, /requires PARLANCE_ACME_TERMS_AGREED=true/],
    [orders, /requires PARLANCE_EXTERNAL_URL/],
    [{ ...orders, PARLANCE_EXTERNAL_URL: "https://192.0.2.1" }, /with a host name/],
    [{ ...orders, ...at, PARLANCE_ACME_CHALLENGE: "http-01" }, /requires PARLANCE_HTTP_PORT/],
  ];
  for (const [env, what] of cases) assert.throws(() => loadConfig(env), what);
  assert.equal(loadConfig(files).server.url, "https://127.0.0.1:9800");
  const challengeWith = (env: Record<string, string>) =>
    loadConfig({ ...orders, ...at, ...env }).server.https?.certificates;
  assert.partialDeepStrictEqual(challengeWith({}), { challenge: "tls-alpn-01" });
  assert.partialDeepStrictEqual(challengeWith({ PARLANCE_HTTP_PORT: "80" }), { challenge: "http-01" });
});

test("the former name of a setting works with a warning, and the current name overrides it", () => {
  const former = loadConfig({ PARLANCE_ANSWERS_BYTES: "2000000", PARLANCE_RATE_LIMIT_LOGIN_OF_NAME: "60:7" });
  assert.equal(former.server.answersBytes, 2_000_000);
  assert.deepEqual(
    former.server.rateLimits.loginOfName,
    loadConfig({ PARLANCE_RATE_LIMIT_LOGIN_PER_NAME: "60:7" }).server.rateLimits.loginOfName,
  );
  assert.deepEqual(former.warnings, [
    "PARLANCE_ANSWERS_BYTES is now called PARLANCE_UNREAD_RESPONSES_BYTES: rename it, because a later version will not read the old name",
    "PARLANCE_RATE_LIMIT_LOGIN_OF_NAME is now called PARLANCE_RATE_LIMIT_LOGIN_PER_NAME: rename it, because a later version will not read the old name",
  ]);
  const both = loadConfig({ PARLANCE_ANSWERS_BYTES: "2000000", PARLANCE_UNREAD_RESPONSES_BYTES: "3000000" });
  assert.equal(both.server.answersBytes, 3_000_000);
  assert.deepEqual(both.warnings, [
    "PARLANCE_ANSWERS_BYTES is ignored, because PARLANCE_UNREAD_RESPONSES_BYTES replaces it: remove PARLANCE_ANSWERS_BYTES",
  ]);
  assert.throws(() => loadConfig({ PARLANCE_ANSWERS_BYTES: "few" }), /^ConfigError: PARLANCE_ANSWERS_BYTES is "few"/);
});
