import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import { tableOf } from "@parlance/kernel/config/setting-declarations.ts";
import { settingsTemplate } from "@parlance/kernel/config/text/settings-template.ts";
import { type Config, type ConfigOptions, findConfig } from "./load-config.ts";
import { settingTables } from "./setting-tables.ts";
import { settings } from "./settings.ts";

/** A folder with a settings file, whose settings are read without those of this machine. */
class SettingsFolder {
  readonly path = mkdtempSync(join(tmpdir(), "parlance-settings-"));
  readonly file = join(this.path, "chat.toml");

  constructor(t: TestContext) {
    t.after(() => rmSync(this.path, { recursive: true }));
  }

  /** Writes a file that only its owner can read, and returns its path. */
  write(name: string, text: string, mode = 0o600): string {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  /** Reads the settings with the given content of the settings file. */
  read(toml: string, env: Record<string, string> = {}, options: Partial<ConfigOptions> = {}): Config {
    const config = this.write("chat.toml", toml);
    return findConfig({ env: { PARLANCE_SYSTEM_CONFIG: "", ...env }, config, ...options });
  }

  /** Returns the errors in the settings, without the folder's path. */
  errors(toml: string, env: Record<string, string> = {}): string[] {
    try {
      this.read(toml, env);
      return [];
    } catch (error) {
      assert.ok(error instanceof ConfigError, String(error));
      return error.message.replaceAll(`${this.path}/`, "").split("\n");
    }
  }
}

test("the settings file sets values of all types, variables override it, and options override both", (t) => {
  const folder = new SettingsFolder(t);
  const toml = `
    [web]
    port = 8001
    external_url = "https://chat.example.com"
    wire_aliases = ""
    [organizations]
    gravatar = false
    [rate_limits]
    enabled = true
    account = ["60:1", "3600:2"]
    login = "off"
    [link_previews]
    internal_hosts = ["wiki.internal", "10.0.0.9:8080"]`;
  const config = folder.read(toml);
  assert.equal(config.port, 8001);
  assert.equal(config.server.url, "https://chat.example.com");
  assert.equal(config.gravatar, false);
  assert.equal(config.server.wireAliases.prefixFor(true), "");
  assert.deepEqual(config.linkPreviewInternalHosts, ["wiki.internal", "10.0.0.9:8080"]);
  assert.deepEqual(config.server.rateLimits.login, []);
  assert.deepEqual(config.server.rateLimits.account, [
    { seconds: 60, capacity: 1 },
    { seconds: 3600, capacity: 2 },
  ]);
  const env = { PARLANCE_PORT: "8002", PARLANCE_GRAVATAR: "" };
  assert.equal(folder.read(toml, env).port, 8002);
  assert.equal(folder.read(toml, env).gravatar, false, "an empty variable counts as not set");
  assert.equal(folder.read(toml, env, { port: 8003 }).port, 8003);
});

test("the first file that exists is read: of the option, the variable, the data directory, the system", (t) => {
  const folder = new SettingsFolder(t);
  const dataDir = join(folder.path, "data");
  const file = (name: string, port: number) => folder.write(name, `[web]\nport = ${port}`);
  const find = (options: Partial<ConfigOptions> = {}, variable = "") => {
    const env = { PARLANCE_SYSTEM_CONFIG: join(folder.path, "etc.toml"), PARLANCE_CONFIG: variable };
    const { port, settingsFile } = findConfig({ env, dataDir, ...options });
    return [port, settingsFile];
  };
  assert.deepEqual(find(), [9800, undefined]);
  const system = file("etc.toml", 1);
  assert.deepEqual(find(), [1, system]);
  const inDataDir = file("data/parlance.toml", 2);
  assert.deepEqual(find(), [2, inDataDir]);
  const ofVariable = file("variable.toml", 3);
  assert.deepEqual(find({}, ofVariable), [3, ofVariable]);
  const ofOption = file("option.toml", 4);
  assert.deepEqual(find({ config: ofOption }, ofVariable), [4, ofOption]);
  const missing = join(folder.path, "missing.toml");
  assert.throws(() => find({ config: missing }), /missing\.toml, which --config names, does not exist/);
  assert.throws(() => find({}, missing), /missing\.toml, which PARLANCE_CONFIG names, does not exist/);
});

test("a settings file can set the data directory, but not if it was found in the data directory", (t) => {
  const folder = new SettingsFolder(t);
  assert.equal(folder.read('[server]\ndata_dir = "chat-data"').dataDir, join(folder.path, "chat-data"));
  const dataDir = dirname(folder.write("data/parlance.toml", '[server]\n\ndata_dir = "elsewhere"'));
  assert.throws(
    () => findConfig({ env: {}, dataDir }),
    /data\/parlance\.toml, line 3: server\.data_dir cannot be set in this file/,
  );
});

test("relative paths in the settings file are relative to its folder, those in variables to the current folder", (t) => {
  const folder = new SettingsFolder(t);
  const toml = '[single_sign_on]\nidentity_providers_file = "sso.json"\n[ldap]\nca_file = "/etc/ca.pem"';
  const { identityProvidersFile, ldapCaFile } = folder.read(toml);
  assert.deepEqual([identityProvidersFile, ldapCaFile], [join(folder.path, "sso.json"), "/etc/ca.pem"]);
  const env = { PARLANCE_IDENTITY_PROVIDERS: "sso.json" };
  assert.equal(folder.read(toml, env).identityProvidersFile, "sso.json");
});

test("all errors of a settings file are reported together, each with its line and the closest name or accepted value", (t) => {
  const toml = `color = "red"
port = 9801
[web]
prot = 80
port = "9800"
external_url = """
https://a/b"""
[mial]
from = "chat@example.com"
url = "smtp://mail.example.com"
[mail]
retry_seconds = 0
send_login_emails = "yes"
[link_previews]
internal_hosts = [
  "wiki",
  7,
]
proxy = 2026-01-01
log_level = "debug"
[ldap]
bind_password = 12345
url = ["ldaps://ldap.example.com"]
[web.tls]
on = true
[uploads]
`;
  assert.deepEqual(new SettingsFolder(t).errors(toml), [
    "chat.toml, line 1: color is not a setting",
    "chat.toml, line 2: port is not a setting; did you mean port in the table [web]?",
    "chat.toml, line 4: web.prot is not a setting; did you mean port in the table [web]?",
    'chat.toml, line 5: web.port must be an integer, but is the string "9800"',
    'chat.toml, line 6: web.external_url is "https://a/b", but must be a URL without a path, such as https://chat.example.com',
    "chat.toml, line 8: [mial] is not a table of settings; did you mean [mail]?",
    'chat.toml, line 12: mail.retry_seconds is "0", but must be a whole number from 1 to 86400',
    'chat.toml, line 13: mail.send_login_emails must be true or false, without quotes, but is the string "yes"',
    "chat.toml, line 15: link_previews.internal_hosts must be an array of strings, or a string, but is an array",
    "chat.toml, line 19: link_previews.proxy must be a string, but is a date or time",
    "chat.toml, line 20: link_previews.log_level is not a setting; did you mean log_level in the table [server]?",
    "chat.toml, line 22: ldap.bind_password must be a string, but is a number",
    "chat.toml, line 23: ldap.url must be a string, but is an array",
    "chat.toml, line 24: web.tls is not a setting",
  ]);
});

test("settings that contradict each other are called by the names under which they were set", (t) => {
  const folder = new SettingsFolder(t);
  assert.deepEqual(folder.errors("[https]\nhttp_port = 80"), [
    "https.http_port requires https.cert_file or https.acme_directory_url; for plain HTTP, use web.port",
  ]);
  assert.deepEqual(folder.errors('[https]\ncert_file = "cert.pem"', { PARLANCE_HTTP_PORT: "80" }), [
    "https.cert_file requires https.key_file",
  ]);
  assert.deepEqual(folder.errors("", { PARLANCE_HTTP_PORT: "80" }), [
    "PARLANCE_HTTP_PORT requires https.cert_file or https.acme_directory_url; for plain HTTP, use web.port",
  ]);
});

test("a syntax error is reported with its line, and without the lines around it, which may contain secrets", (t) => {
  const [error = "", ...others] = new SettingsFolder(t).errors(
    '[mail]\nurl = "smtp://a:hunter2@b"\nfrom = chat@example.com\n',
  );
  assert.match(error, /^chat\.toml, line 3, column \d+: this is not valid TOML: /);
  assert.doesNotMatch(error, /hunter2/);
  assert.deepEqual(others, []);
});

const SMTP_URL = "smtp://chat:hunter2@mail.example.com";

test("a secret can be in a file of its own, whose trailing line breaks are ignored", (t) => {
  const folder = new SettingsFolder(t);
  folder.write("mail-url", `${SMTP_URL}\r\n\n`);
  const secret = folder.write("secret", "0123456789 0123456789 0123456789\n");
  const { smtpUrl, secret: found } = folder.read('[mail]\nurl_file = "mail-url"', { PARLANCE_SECRET_FILE: secret });
  assert.deepEqual([smtpUrl, found], [SMTP_URL, "0123456789 0123456789 0123456789"]);
  assert.deepEqual(folder.read("", { PARLANCE_SECRET_FILE: secret }).warnings, []);
});

test("a secret in the environment overrides the secret's file in the settings file, and the other way round", (t) => {
  const folder = new SettingsFolder(t);
  const other = "smtp://other.example.com";
  const file = folder.write("mail-url", SMTP_URL);
  assert.equal(folder.read('[mail]\nurl_file = "missing"', { SMTP_URL: other }).smtpUrl, other);
  assert.equal(folder.read(`[mail]\nurl = "${other}"`, { SMTP_URL_FILE: file }).smtpUrl, SMTP_URL);
  const ldap = `[ldap]\nurl = "ldap://ldap.example.com"\nsearch_base = "dc=a"\nbind_dn = "cn=a"\nbind_password_file = "${file}"`;
  const { ldapBindPassword, ldapBindPasswordFile } = folder.read(ldap, { PARLANCE_LDAP_BIND_PASSWORD: "hunter3" });
  assert.deepEqual([ldapBindPassword, ldapBindPasswordFile], ["hunter3", undefined]);
  assert.deepEqual(folder.errors(`[mail]\nurl = "${other}"\nurl_file = "mail-url"`), [
    "chat.toml, line 2: mail.url and chat.toml, line 3: mail.url_file cannot both be set",
  ]);
  assert.deepEqual(folder.errors("", { SMTP_URL: other, SMTP_URL_FILE: file }), [
    "SMTP_URL and SMTP_URL_FILE cannot both be set",
  ]);
});

test("a secret's file that is missing, invalid or readable by every user is rejected without showing the secret", (t) => {
  const folder = new SettingsFolder(t);
  assert.deepEqual(folder.errors('[mail]\nurl_file = "missing"'), [
    "chat.toml, line 2: mail.url_file: missing cannot be read: it does not exist",
  ]);
  folder.write("mail-url", "hunter2");
  assert.deepEqual(folder.errors('[mail]\nurl_file = "mail-url"'), [
    "chat.toml, line 2: mail.url_file is invalid: it must be the URL of a mail server, such as smtp://user:password@mail.example.com:587",
  ]);
  const exposed = folder.write("exposed", SMTP_URL, 0o644);
  const readable = "exposed contains a secret, but every user of this machine can read it: run chmod o-rwx exposed";
  assert.deepEqual(folder.errors("", { SMTP_URL_FILE: exposed }), [`SMTP_URL_FILE: ${readable}`]);
  assert.deepEqual(folder.errors('[ldap]\nbind_password_file = "exposed"'), [readable]);
});

test("a settings file that contains secrets must not be readable by every user of the machine", (t) => {
  const folder = new SettingsFolder(t);
  const config = folder.write("exposed.toml", `[mail]\nurl = "${SMTP_URL}"\nfrom = "chat@example.com"`, 0o644);
  const find = () => findConfig({ env: {}, config });
  assert.throws(find, (error: Error) => {
    const expected = `${config} contains secrets (mail.url), but every user of this machine can read it: run chmod o-rwx ${config}`;
    assert.equal(error.message, expected);
    return true;
  });
  chmodSync(config, 0o640);
  assert.equal(find().smtpUrl, SMTP_URL);
  folder.write("exposed.toml", '[mail]\nurl = ""\nfrom = "chat@example.com"', 0o644);
  assert.equal(find().mailFrom, "chat@example.com");
});

test("a new settings file contains every setting, and its defaults are accepted and change nothing", (t) => {
  const folder = new SettingsFolder(t);
  const template = settingsTemplate(settings, settingTables, { isInDataDirectory: false });
  for (const { key } of Object.values(settings)) {
    const [table = "", name = ""] = key.split(".");
    const section = template.split(`\n[${table}]\n`)[1]?.split("\n[")[0] ?? "";
    assert.match(section, new RegExp(`^#${name} = `, "m"), key);
  }
  const { server, ...config } = folder.read(template.replaceAll(/^#(?! |wire_aliases|data_dir)/gm, ""));
  const { server: usualServer, ...usual } = folder.read("");
  assert.deepEqual(server, usualServer);
  assert.deepEqual({ ...config, sources: {} }, { ...usual, sources: {} });
  assert.doesNotMatch(settingsTemplate(settings, settingTables, { isInDataDirectory: true }), /data_dir = /);
});

test("each setting has a key of its own in a table that is described", () => {
  const keys = Object.values(settings).map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
  assert.deepEqual([...new Set(keys.map(tableOf))].toSorted(), Object.keys(settingTables).toSorted());
  for (const key of keys) assert.match(key, /^[a-z_]+\.[a-z][a-z0-9_]*$/);
});
