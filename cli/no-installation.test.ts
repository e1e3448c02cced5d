import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { ServerProcess } from "@parlance/testkit";
import { createMigratedDataDirectory } from "@parlance/testkit/database/database-cluster.ts";
import { createTemporaryFolder } from "./fixtures/backups.ts";
import { ADA_OPTIONS, runParlance, runParlanceProcess } from "./fixtures/command-line.ts";

async function createFolder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "parlance-nothing-"));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

/** Commands that use an installation. */
const COMMANDS = [
  ["organization", "create", ...ADA_OPTIONS],
  ["organization", "list"],
  ["user", "list"],
  ["user", "create", "--email", "zoe@example.com", "--name", "Zoë Kruger"],
  ["mail", "list"],
  ["migrate"],
  ["backup", "backup.tar.gz"],
  ["export", "export.tar.gz", "--everything"],
  ["promote", "--undo"],
];

test("a command that finds no installation says so and where it looked, and creates nothing", async (t) => {
  const folder = await createFolder(t);
  const dataDir = join(folder, "data");
  for (const [at, command] of COMMANDS.entries()) {
    const run = at === 0 ? runParlanceProcess : runParlance;
    const { code, err } = await run([...command, "--data-dir", dataDir]);
    assert.equal(code, 1, command.join(" "));
    assert.match(
      err,
      new RegExp(
        `^parlance: no installation found: there is no database in the data directory ${dataDir} \\(from --data-dir\\), ` +
          `DATABASE_URL is not set, and no settings file was found \\(searched: ${dataDir}/parlance.toml\\)\\. ` +
          "Name the data directory with --data-dir, or the settings file with --config\\. ",
      ),
    );
    assert.deepEqual(await readdir(folder), [], command.join(" "));
  }
});

test("the message names the settings file that was read, and the setting of the data directory in it", async (t) => {
  const folder = await createFolder(t);
  const config = join(folder, "chat.toml");
  await writeFile(config, '[server]\ndata_dir = "data"\n');
  const { err } = await runParlance(["user", "list", "--config", config]);
  assert.match(err, new RegExp(`data directory ${folder}/data \\(from server\\.data_dir in ${config}\\)`));
  assert.match(err, new RegExp(`and ${config} does not set database\\.url`));
  assert.deepEqual(await readdir(folder), ["chat.toml"]);
});

test("server and commands find the installation through the settings file, and the server logs which file it has read", async (t) => {
  const dataDir = await createMigratedDataDirectory("parlance-settings-");
  const file = join(dataDir, "parlance.toml");
  await writeFile(file, '[web]\nexternal_url = "https://chat.example.com"\n');
  await using server = await ServerProcess.startOn(dataDir);
  await server.untilLogged(new RegExp(`the settings are read from ${file}`));

  const config = join(await createFolder(t), "chat.toml");
  await writeFile(config, `[server]\ndata_dir = "${dataDir}"\n[web]\nexternal_url = "https://talk.example.com"\n`);
  const urlWith = async (...options: readonly string[]) => {
    const { json, err } = await runParlance(["organization", "list", "--json", ...options]);
    return (json?.organizations[0] as { url: string } | undefined)?.url ?? err;
  };
  assert.equal(await urlWith("--data-dir", dataDir), "https://chat.example.com");
  assert.equal(await urlWith("--config", config), "https://talk.example.com");
});

test("`import` creates an installation in an empty data directory", async (t) => {
  const from = await createMigratedDataDirectory("parlance-from-");
  t.after(() => rm(from, { recursive: true }));
  const folder = await createTemporaryFolder(t);
  const to = join(folder, "data");
  await runParlance(["organization", "create", ...ADA_OPTIONS, "--data-dir", from]);
  const file = join(folder, "acme.tar.gz");
  await runParlance(["export", file, "--everything", "--data-dir", from]);
  const imported = await runParlance(["import", file, "--data-dir", to]);
  assert.equal(imported.code, 0, imported.err);
  const { json } = await runParlance(["organization", "list", "--json", "--data-dir", to]);
  assert.equal(json.organizations.length, 1);
});
