import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import pg from "pg";
import {
  replaceContent,
  unpackEntries,
  packEntries,
} from "@parlance/server/modules/organizations/exports/fixtures/archive-entries.ts";
import { createTemporaryFolder } from "./fixtures/backups.ts";
import { ADA_OPTIONS, createInstallation } from "./fixtures/command-line.ts";

test("an organization can be exported with one command and imported with another, and its users log in with new passwords", async (t) => {
  const installation = await createInstallation(t);
  const folder = await createTemporaryFolder(t);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  const file = join(folder, "acme.tar.gz");
  const made = await installation.runOrThrow(["export", file, "--everything"]);
  assert.deepEqual([made["organization"], made["files"], made["missing_files"]], ["Acme", 0, 0]);
  assert.deepEqual(await readdir(folder), ["acme.tar.gz"]);

  const checked = await installation.runOrThrow(["import", file, "--check"]);
  assert.deepEqual([checked["type"], checked.rows], ["everything", made.rows]);
  const copy = await installation.runOrThrow(["import", file, "--subdomain", "rehearsal", "--name", "Acme, again"]);
  assert.deepEqual(
    [copy["name"], copy.url, copy.rows],
    ["Acme, again", "https://rehearsal.chat.example.com", made.rows],
  );
  await installation.runOrThrow(["user", "set-password", "ada@example.com", "-o", "rehearsal", "--generate-password"]);
});

test("files that are missing from the file store are counted and named", async (t) => {
  const installation = await createInstallation(t);
  const folder = await createTemporaryFolder(t);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  const client = new pg.Client(installation.databaseUrl);
  await client.connect();
  await client.query(
    `insert into attachment (realm_id, owner_id, path_id, name, content_type, size, created_at)
     select realm_id, id, realm_id || '/00/lost/play.txt', 'play.txt', 'text/plain', 5, now() from account
     where delivery_email = 'ada@example.com'`,
  );
  await client.end();
  const made = await installation.runOrThrow(["export", join(folder, "acme.tar.gz"), "--everything"]);
  assert.equal(made["missing_files"], 1);
  assert.match(String(made["missing_file_names"]), /^attachments\/\d+\/00\/lost$/);
});

test("invalid exports and imports fail with advice, and nothing is created", async (t) => {
  const installation = await createInstallation(t);
  const folder = await createTemporaryFolder(t);
  await installation.runOrThrow(["organization", "create", ...ADA_OPTIONS]);
  const file = join(folder, "public.tar.gz");
  await installation.runOrThrow(["export", file]);
  const refusals: readonly [args: readonly string[], expected: RegExp][] = [
    [["export", file], /already exists/],
    [["export", join(folder, "none", "acme.tar.gz")], /the folder .* does not exist/],
    [["export", join(folder, "other.tar.gz"), "-o", "labs"], /no organization 'labs'/],
    [["export", join(folder, "other.tar.gz"), "--everything", "--with-consent"], /cannot be used with/],
    [["import", file, "--subdomain", "copy"], /not a complete export.*--everything.*Nothing was changed/],
    [["import", join(folder, "none.tar.gz")], /the file .* does not exist/],
    [["import", folder], /is not a file/],
  ];
  for (const [args, expected] of refusals) {
    const { code, err } = await installation.run(args);
    assert.equal(code, 1, args.join(" "));
    assert.match(err, expected);
  }
  const everything = join(folder, "everything.tar.gz");
  await installation.runOrThrow(["export", everything, "--everything"]);
  for (const [more, expected] of [
    [[], /Acme is already at .*; choose a subdomain with --subdomain/],
    [["--subdomain", "-"], /[Ss]ubdomain/],
  ] as const) {
    const { code, err } = await installation.run(["import", everything, ...more]);
    assert.equal(code, 1);
    assert.match(err, expected);
  }
  assert.deepEqual((await readdir(folder)).length, 2);

  const entries = await unpackEntries(await readFile(everything));
  const rename = (rows: string) => rows.replace(/"full_name": "[^"]*"/, String.raw`"full_name": "A\nB"`);
  await writeFile(everything, await packEntries(replaceContent(entries, "tables/account/000001.jsonl", rename)));
  for (const more of [["--check"], ["--subdomain", "copy"]]) {
    const { code, err } = await installation.run(["import", everything, ...more]);
    assert.equal(code, 1);
    assert.match(
      err,
      /full_name of account \d+ cannot be .* \(Invalid characters in name\): change it in the original .*Nothing was changed/,
    );
  }
  assert.equal((await installation.runOrThrow(["organization", "list"])).organizations.length, 1);
});
