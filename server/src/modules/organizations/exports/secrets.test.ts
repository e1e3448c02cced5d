import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { compareText } from "@parlance/contract/state/list-operations.ts";
import { createTestOrganization, startServerWithMail, TEST_SECRET, type TestOrganization } from "@parlance/testkit";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { sendInvites, loadKey, createInviteLink } from "#modules/invitations/fixtures/invitations.ts";
import { createUpload, sendChunk } from "#modules/messages/uploads/fixtures/tus.ts";
import { uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";
import { setTestPassword, PASSWORD } from "../../../pages/fixtures/passwords.ts";
import { findPathIn, Visitor } from "../../../pages/fixtures/visitor.ts";
import { findBotAs, createBot } from "#modules/bots/accounts/fixtures/bots.ts";
import { excludedColumns, columnsOf, exportedTableNames } from "./columns/exported-columns.ts";
import { FULL_EXPORT, exportTypes, exportTypeName } from "./export-types.ts";
import { exportTo } from "./fixtures/round-trip.ts";
import { excludedTables } from "./columns/excluded-tables.ts";

const folder = await mkdtemp(join(tmpdir(), "parlance-secrets-"));
after(() => rm(folder, { recursive: true }));
const uploadsFolder = join(folder, "uploads");
const { server, mailbox } = await startServerWithMail({ uploadsFolder, emailGatewayPattern: "%s@mail.example.com" });
const place = { server, files: await openFileStore({ uploadsFolder }) };

/** Returns the tables of the database with their columns. */
async function realColumns(): Promise<readonly { table: string; columns: readonly string[] }[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by table_name order by table_name`.execute(server.db.reader);
  return rows;
}

const sorted = (names: readonly string[]) => names.toSorted(compareText);

test("every column of every table is either exported or left out with a reason", async () => {
  const real = await realColumns();
  assert.deepEqual(
    real.map(({ table }) => table),
    sorted([...exportedTableNames, ...Object.keys(excludedTables)]),
  );
  const columns = new Map(real.map((one) => [one.table, one.columns]));
  for (const table of exportedTableNames) {
    const named = columnsOf(table);
    assert.deepEqual(sorted(named.map(([name]) => name)), sorted(columns.get(table) ?? []), table);
    for (const [name, column] of named) assert.ok(column.kind !== "left out" || column.why !== "", `${table}.${name}`);
  }
  for (const [table, why] of Object.entries(excludedTables)) assert.notEqual(why, "", table);
});

/** Pattern of column names that suggest a secret, or a value that grants access. */
const SUSPICIOUS = /key|token|hash|password|secret|version|code|url|salt|credential|signature/;

/** Columns whose names match the pattern but that contain no secret, with their meaning. */
const harmless: Readonly<Record<string, string>> = {
  "account.avatar_version": "how often the picture was changed, which its address shows",
  "linkifier.url_template": "everybody sees where it links to",
  "playground.url_template": "everybody sees where it links to",
  "reaction.emoji_code": "which emoji",
  "recipient.direct_key": "the people of a conversation",
  "user_status.emoji_code": "which emoji",
};

test("no exported column has a name that suggests a secret, except the columns listed as harmless", () => {
  const suspicious = exportedTableNames.flatMap((table) => {
    const excluded = new Set(excludedColumns(table));
    const names = columnsOf(table).flatMap(([name]) => (excluded.has(name) ? [] : [name]));
    return names.filter((name) => SUSPICIOUS.test(name)).map((name) => `${table}.${name}`);
  });
  assert.deepEqual(sorted(suspicious), Object.keys(harmless));
});

/** Returns the secrets that users and programs of an organization have got, by kind. */
async function secretsOf(realm: TestOrganization): Promise<Record<string, string>> {
  const { desdemona, iago, hamlet, othello, bot } = realm;
  const person = new Visitor(realm);
  await setTestPassword(realm, hamlet);
  await person.fills("/login", { email: hamlet.email, password: PASSWORD });
  await new Visitor(realm).fills("/accounts/password/reset", { email: hamlet.email });
  const reset = findPathIn(await mailbox.next(hamlet.email), "/accounts/password/reset/");
  await othello.callOrThrow("PATCH", "/settings", { email: `moor-${realm.realmId}@venice.example` });
  const change = findPathIn(await mailbox.next(`moor-${realm.realmId}@venice.example`), "/accounts/confirm_new_email/");
  await sendInvites(iago, `yorick-${realm.realmId}@denmark.example`);
  const outgoing = await createBot(hamlet, {
    bot_type: 3,
    payload_url: JSON.stringify("https://hooks.example/canary-of-a-payload-url"),
    interface_type: 1,
  });
  const [service] = ((await findBotAs(hamlet, outgoing))?.["services"] ?? []) as { token: string }[];
  await bot.callOrThrow("PUT", "/bot_storage", { storage: { "canary-of-a-storage-key": "canary-of-a-stored-value" } });
  const stage = await hamlet.createChannel("stage");
  const { email } = await hamlet.callOrThrow("GET", `/streams/${stage}/email_address`);
  const file = await uploadAs(hamlet);
  await hamlet.sendToChannel(stage, { content: `Read [this](${file})` });
  const temporary = String((await hamlet.call("GET", file)).body["url"]);
  const upload = await createUpload(hamlet, 40);
  await sendChunk(hamlet, upload, 0, "canary-of-an-upload");
  await desdemona.callOrThrow("POST", "/export/realm");
  const { api_key: scopedKey } = await hamlet.callOrThrow("POST", "/users/me/api_keys", { name: "A program" });
  return {
    "the server's secret": TEST_SECRET.toString(),
    password: PASSWORD,
    session: [...person.cookies.values()].join(),
    "API key": hamlet.apiKey,
    "API key of a program": scopedKey,
    "API key of a bot": bot.apiKey,
    "API key of an outgoing webhook": outgoing.apiKey,
    "token of an outgoing webhook": service?.token ?? "",
    "address of an outgoing webhook": "canary-of-a-payload-url",
    "what a bot stored": "canary-of-a-stored-value",
    "as what it stored it": "canary-of-a-storage-key",
    "link for a new password": reset.split("/")[4] ?? "",
    "link for a new address": change.split("/")[3] ?? "",
    "invitation by letter": await loadKey(realm, `yorick-${realm.realmId}@denmark.example`),
    "invitation by link": await createInviteLink(desdemona),
    "address of a channel": /[0-9a-f]{32}/.exec(email)?.[0] ?? "",
    "address of a file without credentials": temporary.split("/")[3] ?? "",
    "address of an upload": upload.split("/").at(-1) ?? "",
    "piece of an upload": "canary-of-an-upload",
  };
}

const SHORTEST = 16;

/**
 * Returns the values of a column in all encodings that they could have in a file. Short values are ignored, because
 * they could occur in any file by chance.
 */
async function formsOf(table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(
    server.db.reader,
  );
  const forms = rows.flatMap(({ value }) =>
    value instanceof Buffer ? [value.toString("hex"), value.toString("base64")] : [String(value)],
  );
  return forms.filter((form) => form.length >= SHORTEST);
}

/**
 * Returns the stored secrets in different encodings: the values of all columns that are not exported and whose names
 * are those of secrets. The pattern is not `SUSPICIOUS`, which also matches columns without secrets.
 */
async function readStoredSecrets(): Promise<Record<string, string>> {
  const exported: ReadonlySet<string> = new Set(exportedTableNames);
  const stored: Record<string, string> = {};
  for (const { table, columns } of await realColumns()) {
    const isLeftOut = (name: string) =>
      !exported.has(table) ||
      columnsOf(table as "account").some(([one, { kind }]) => one === name && kind === "left out");
    const names = columns.filter((name) => /token$|hash|secret|password|^key$|^value$/.test(name) && isLeftOut(name));
    for (const name of names) for (const form of await formsOf(table, name)) stored[`${table}.${name}: ${form}`] = form;
  }
  return stored;
}

test("no export of any type contains a secret of users, bots or links, in any encoding", async () => {
  const realm = await createTestOrganization(server);
  const expected = await secretsOf(realm);
  const stored = await readStoredSecrets();
  for (const [what, secret] of Object.entries(expected)) assert.ok(secret.length >= SHORTEST, `${what}: ${secret}`);
  const tables = new Set(Object.keys(stored).map((name) => name.split(":")[0]));
  for (const name of [
    "account.password_hash",
    "bot_storage.key",
    "bot_storage.value",
    "channel_address.token",
    "email_change.key_hash",
    "invitation.key",
    "password_reset.key_hash",
    "realm_export.token",
    "resumable_upload.token",
    "scoped_key.key_hash",
    "web_session.token_hash",
  ]) {
    assert.ok(tables.has(name), `there is nothing in ${name}`);
  }
  for (const person of [realm.hamlet, realm.othello]) {
    await person.callOrThrow("PATCH", "/settings", { allow_private_data_export: true });
  }
  for (const type of [FULL_EXPORT, ...Object.values(exportTypes)]) {
    const path = join(folder, "organization.tar.gz");
    await exportTo(path, place, realm.realmId, type);
    const bytes = gunzipSync(await readFile(path));
    assert.ok(bytes.includes(realm.iago.email), "what is looked at is not packed");
    for (const [what, secret] of Object.entries({ ...expected, ...stored })) {
      assert.ok(!bytes.includes(secret), `${exportTypeName(type)}: ${what}`);
    }
  }
});
