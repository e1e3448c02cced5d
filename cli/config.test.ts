import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { runParlance, runParlanceProcess } from "./fixtures/command-line.ts";

async function createFolder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "parlance-config-"));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

async function writePrivately(path: string, text: string): Promise<void> {
  await writeFile(path, text);
  await chmod(path, 0o600);
}

test("`config init` creates a file that only its owner can read and that is valid, and never overwrites one", async (t) => {
  const dataDir = join(await createFolder(t), "data");
  const init = await runParlanceProcess(["config", "init", "--data-dir", dataDir]);
  assert.equal(init.code, 0, init.err);
  const file = join(dataDir, "parlance.toml");
  assert.match(init.out, new RegExp(`^Wrote ${file}: `));
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const content = await readFile(file, "utf8");
  assert.match(content, /^\[web\]$[^[]*^#port = 9800$/m);

  const check = await runParlance(["config", "check", "--data-dir", dataDir]);
  assert.deepEqual([check.code, check.out], [0, `${file} and the environment variables are valid.\n`]);
  const again = await runParlance(["config", "init", "--data-dir", dataDir]);
  assert.equal(again.code, 1);
  assert.match(again.err, /parlance\.toml already exists and will not be overwritten/);
  assert.equal(await readFile(file, "utf8"), content);
});

test("`config init` creates the file that --config or PARLANCE_CONFIG names, in a folder that has to exist", async (t) => {
  const folder = await createFolder(t);
  const [file, other] = [join(folder, "a.toml"), join(folder, "b.toml")];
  assert.equal((await runParlance(["config", "init", "--config", file])).code, 0);
  assert.equal((await runParlance(["config", "init"], { env: { PARLANCE_CONFIG: other } })).code, 0);
  const missing = await runParlance(["config", "init", "--config", join(folder, "missing", "a.toml")]);
  assert.match(missing.err, /the folder .*missing does not exist/);
  assert.deepEqual((await readdir(folder)).toSorted(), ["a.toml", "b.toml"]);
});

test("`config check` lists the errors of the file, the environment and the identity providers, and exits with 1", async (t) => {
  const folder = await createFolder(t);
  const config = join(folder, "parlance.toml");
  await writePrivately(config, "[web]\nprot = 80\n[mail]\nretry_seconds = 0\n");
  const env = { PARLANCE_LOG_LEVEL: "loud", PARLANCE_UNHEARD_OF: "1" };
  const { code, out } = await runParlance(["config", "check", "--config", config], { env });
  assert.equal(code, 1);
  assert.deepEqual(out.trimEnd().split("\n"), [
    `${config}, line 2: web.prot is not a setting; did you mean port in the table [web]?`,
    `${config}, line 4: mail.retry_seconds is "0", but must be a whole number from 1 to 86400`,
    'PARLANCE_LOG_LEVEL is "loud", but must be one of fatal, error, warn, info, debug, trace, silent',
  ]);
  await writePrivately(config, '[single_sign_on]\nidentity_providers_file = "sso.json"\n');
  await writeFile(join(folder, "sso.json"), "{}}");
  const { json } = await runParlance(["config", "check", "--json", "--config", config]);
  assert.equal(json.ok, false);
  assert.match(String(json["errors"]), /sso\.json.*is invalid/);
});

test("warnings of `config check` do not change its exit status", async (t) => {
  const dataDir = await createFolder(t);
  const env = { PARLANCE_PROT: "1" };
  const { code, json } = await runParlance(["config", "check", "--json", "--data-dir", dataDir], { env });
  assert.deepEqual(
    [code, json],
    [
      0,
      { ok: true, file: null, errors: [], warnings: ["PARLANCE_PROT is not a setting; did you mean PARLANCE_PORT?"] },
    ],
  );
});

test("`config show` prints every value and where it comes from, but no secret", async (t) => {
  const folder = await createFolder(t);
  await writePrivately(join(folder, "secret"), "0123456789 hunter2 0123456789 0123456789");
  const config = join(folder, "parlance.toml");
  await writePrivately(
    config,
    '[server]\nsecret_file = "secret"\n[mail]\nurl = "smtp://a:hunter2@b"\nretry_seconds = 7\n',
  );
  const env = { PARLANCE_PORT: "8001", DATABASE_URL: "postgres://a:hunter2@b/c" };
  const args = ["config", "show", "--config", config, "--data-dir", folder];
  const [text, { out, json }] = [await runParlance(args, { env }), await runParlance([...args, "--json"], { env })];
  const all = json["settings"] as { key: string; value: unknown; origin: string; line?: number }[];
  const found = (key: string) => {
    const { value, origin } = all.find((one) => one.key === key) ?? {};
    return [value, origin];
  };
  assert.equal(json["file"], config);
  assert.deepEqual(found("web.host"), ["127.0.0.1", "default"]);
  assert.deepEqual(found("web.external_url"), [null, "default"]);
  assert.deepEqual(found("web.port"), [8001, "PARLANCE_PORT"]);
  assert.deepEqual(found("server.data_dir"), [folder, "--data-dir"]);
  assert.deepEqual(found("mail.retry_seconds"), [7, "line 5 of the file"]);
  assert.deepEqual(found("mail.url"), ["(hidden)", "line 4 of the file"]);
  assert.deepEqual(found("server.secret"), ["(hidden)", "line 2 of the file"]);
  assert.deepEqual(found("database.url"), ["(hidden)", "DATABASE_URL"]);
  assert.doesNotMatch(text.out + out, /hunter2/);
  assert.match(text.out, new RegExp(`^Settings file: ${config}\n`));
  assert.match(text.out, /^web\.port +8001 +PARLANCE_PORT$/m);
});

test("a command uses the settings file of the system only if nothing else names or has one", async (t) => {
  const folder = await createFolder(t);
  const system = join(folder, "system.toml");
  await writePrivately(system, "[web]\nport = 8001\n");
  const env = { PARLANCE_SYSTEM_CONFIG: system };
  const fileOf = async (...args: readonly string[]) =>
    (await runParlanceProcess(["config", "show", "--json", ...args], { env })).json["file"];
  assert.equal(await fileOf("--data-dir", folder), system);
  await mkdir(join(folder, "data"));
  await writePrivately(join(folder, "data", "parlance.toml"), "");
  assert.equal(await fileOf("--data-dir", join(folder, "data")), join(folder, "data", "parlance.toml"));
});
