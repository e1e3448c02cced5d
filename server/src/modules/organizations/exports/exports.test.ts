import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  clock,
  days,
  createTestOrganization,
  type TestUser,
  startServer,
  watchEvents,
  type TestOrganization,
} from "@parlance/testkit";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { packExceptions } from "#modules/messages/read-state/actions/storage/packed-exceptions.ts";
import { uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";
import { exportTypes } from "./export-types.ts";
import { readExportBytes, type ExportedContent } from "./fixtures/read-export-content.ts";
import { exportOrganizations, deleteOrphanedExports } from "./jobs.ts";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-exports-"));
after(() => rm(uploadsFolder, { recursive: true }));
const files = await openFileStore({ uploadsFolder });
const server = await startServer({ uploadsFolder });
const site = { url: "http://parlance.test", gravatar: true, webPublicChannels: true };
const log = createLogger({ level: "silent" });

const make = (id: number, signal = new AbortController().signal) =>
  exportOrganizations(site, files).run({ db: server.db, clock, log, signal }, { export_id: id });

const requested = async (person: TestUser, export_type: number): Promise<number> =>
  (await person.callOrThrow("POST", "/export/realm", { export_type })).id;

const known = async (person: TestUser, id: number) => {
  const { exports } = await person.callOrThrow("GET", "/export/realm");
  return exports.find((one) => one.id === id)!;
};

/** Fetches and parses the file of an export. */
async function read(person: TestUser, url: string): Promise<ExportedContent> {
  const { status, headers, bytes } = await person.fetch(new URL(url).pathname);
  assert.deepEqual([status, headers["content-type"]], [200, "application/gzip"]);
  return readExportBytes(bytes);
}

async function exported(person: TestUser, type: number) {
  const id = await requested(person, type);
  await make(id);
  const { export_url: url } = await known(person, id);
  const { rows } = await read(person, url ?? "");
  const of = (table: string) => rows.get(table) ?? [];
  return { text: JSON.stringify([...rows]), of, ids: (table: string) => of(table).map((row) => row["id"]) };
}

const consents = (person: TestUser) => person.callOrThrow("PATCH", "/settings", { allow_private_data_export: true });

/**
 * Sends messages to all kinds of conversations: in public channels, in private channels with and without protected
 * history, and directly.
 */
async function writesEverywhere({ desdemona, hamlet, othello, cordelia }: TestOrganization) {
  const open = await hamlet.createChannel("agora", [hamlet, othello]);
  const secret = await othello.createChannel("cellar", [othello, cordelia], { invite_only: true });
  const guarded = { invite_only: true, history_public_to_subscribers: false };
  const council = await othello.createChannel("council", [othello], guarded);
  const before = await othello.sendToChannel(council, { content: "before her" });
  await othello.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "council" }],
    principals: [cordelia.id],
  });
  const messages = {
    open: await hamlet.sendToChannel(open),
    secret: await othello.sendToChannel(secret),
    before,
    after: await othello.sendToChannel(council),
    direct: await desdemona.sendDirectMessage(cordelia),
    others: await hamlet.sendDirectMessage(othello),
  };
  return { channels: { open, secret, council }, messages };
}

test("an export of public data contains what all members can read, and no private data of users", async () => {
  const realm = await createTestOrganization(server);
  const { desdemona, hamlet, cordelia } = realm;
  const { channels, messages } = await writesEverywhere(realm);
  await consents(cordelia);
  await hamlet.callOrThrow("PATCH", "/settings", { email_address_visibility: 4 });
  await hamlet.callOrThrow("POST", "/users/me/alert_words", { alert_words: ["skull"] });
  await hamlet.callOrThrow("POST", "/messages/flags", { messages: [messages.open], op: "add", flag: "starred" });
  await hamlet.callOrThrow("POST", `/messages/${messages.open}/reactions`, { emoji_name: "octopus" });
  const { of, ids, text } = await exported(desdemona, exportTypes.public);
  const own = Object.values(messages);
  assert.deepEqual(
    ids("message").filter((id) => own.includes(id as number)),
    [messages.open],
  );
  assert.deepEqual(ids("channel"), [channels.open]);
  assert.equal(of("reaction").length, 1);
  for (const table of ["message_flag", "read_chunk", "alert_word", "direct_member", "subscription_period"]) {
    assert.deepEqual(of(table), [], table);
  }
  assert.ok(of("account").every(({ settings }) => settings === null));
  const hidden = of("account").find(({ id }) => id === hamlet.id);
  assert.deepEqual([hidden?.["full_name"], hidden?.["delivery_email"]], ["King Hamlet", null]);
  for (const word of ["cellar", "council", "before her", "skull", hamlet.email, "password_hash", "api_key"]) {
    assert.ok(!text.includes(word), word);
  }
});

test("an export with consent also contains what consenting users can read, and their private data", async () => {
  const realm = await createTestOrganization(server);
  const { desdemona, cordelia, hamlet } = realm;
  const { channels, messages } = await writesEverywhere(realm);
  await consents(cordelia);
  const ownUnread: number[] = [];
  for (const person of [cordelia, hamlet]) {
    await person.callOrThrow("POST", "/users/me/alert_words", { alert_words: ["skull"] });
    await person.callOrThrow("POST", "/messages/flags", { messages: [messages.open], op: "add", flag: "starred" });
    // The user's own message was sent by a program and is unread. Packing stores unread messages in another format.
    const unread = await person.sendDirectMessage(person, { read_by_sender: false });
    await server.db.write((tx) => packExceptions(tx, person.id));
    if (person === cordelia) ownUnread.push(unread);
  }
  const { of, ids } = await exported(desdemona, exportTypes.withConsent);
  assert.deepEqual(
    of("unread_exception_chunk").map(({ user_id, message_ids }) => [user_id, message_ids]),
    [[cordelia.id, ownUnread]],
  );
  const own = Object.values(messages);
  assert.deepEqual(
    new Set(ids("message").filter((id) => own.includes(id as number))),
    new Set([messages.open, messages.secret, messages.after, messages.direct]),
  );
  assert.deepEqual(new Set(ids("channel")), new Set(Object.values(channels)));
  for (const table of ["alert_word", "message_flag", "subscription_period"]) {
    assert.deepEqual(new Set(of(table).map(({ user_id }) => user_id)), new Set([cordelia.id]), table);
  }
  const withSettings = of("account").filter(({ settings }) => settings !== null);
  assert.deepEqual(
    withSettings.map(({ id }) => id),
    [cordelia.id],
  );

  await cordelia.callOrThrow("PATCH", "/settings", { allow_private_data_export: false });
  const later = await exported(desdemona, exportTypes.withConsent);
  assert.deepEqual(later.ids("channel"), [channels.open]);
});

test("an export contains no data of other organizations", async () => {
  const [one, other] = [await createTestOrganization(server), await createTestOrganization(server)];
  await consents(other.hamlet);
  await writesEverywhere(other);
  const { of, text } = await exported(one.desdemona, exportTypes.withConsent);
  assert.deepEqual(
    of("realm").map(({ id }) => id),
    [one.realmId],
  );
  assert.ok(!text.includes("agora") && !text.includes(other.hamlet.email));
});

test("administrators receive the status of an export from its request to its end, and other users receive nothing", async () => {
  const { desdemona, iago, hamlet } = await createTestOrganization(server);
  let id = 0;
  const [toDesdemona, toIago, toHamlet] = await watchEvents([desdemona, iago, hamlet], async () => {
    id = await requested(iago, exportTypes.public);
    assert.equal((await known(iago, id)).export_url, null);
    const { msg } = await iago.delete(`/export/realm/${id}`);
    assert.equal(msg, "Export still in progress");
    await make(id);
    // A finished export is not repeated.
    await make(id);
  });
  const pendingStates = (events: typeof toIago) =>
    events
      ?.filter(({ type }) => type === "realm_export")
      .map(({ exports }) => (exports as { pending: boolean; acting_user_id: number }[]).map(({ pending }) => pending));
  for (const events of [toDesdemona, toIago]) assert.deepEqual(pendingStates(events), [[true], [false]]);
  assert.deepEqual(toHamlet, []);
  const message = toIago?.find(({ type }) => type === "message")?.message;
  assert.match(
    message?.content ?? "",
    /Your data export is complete\. <a href="[^"]*#organization\/data-exports-admin"/,
  );
  assert.equal(
    toDesdemona?.some(({ type }) => type === "message"),
    false,
  );

  const { export_url: url, ...one } = await known(iago, id);
  const { path, elsewhere } = { path: new URL(url ?? "").pathname, elsewhere: await createTestOrganization(server) };
  assert.deepEqual(
    [one.acting_user_id, one.pending, one.export_type, one.failed_timestamp, one.deleted_timestamp],
    [iago.id, false, 1, null, null],
  );
  await read(hamlet, url ?? "");
  for (const [person, wrong] of [
    [iago, path.replace(/\/[0-9a-f]{32}\//, `/${"0".repeat(32)}/`)],
    [iago, path.replace(/\/[0-9a-f]{32}\//, "/é/")],
    [elsewhere.iago, path],
  ] as const) {
    assert.equal((await person.fetch(encodeURI(wrong))).status, 404);
  }
  assert.equal((await elsewhere.iago.delete(`/export/realm/${id}`)).msg, "Invalid data export ID");
  await iago.callOrThrow("DELETE", `/export/realm/${id}`);
  assert.equal((await iago.fetch(path)).status, 404);
  assert.equal((await known(iago, id)).export_url, null);
  assert.equal((await iago.delete(`/export/realm/${id}`)).msg, "Export already deleted");
});

test("an organization can have at most five exports in seven days, even if different users request them", async () => {
  const { desdemona, iago } = await createTestOrganization(server);
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, n) => (n % 2 ? desdemona : iago).post("/export/realm", {})),
  );
  const refused = answers.filter(({ result }) => result === "error");
  assert.deepEqual(
    refused.map(({ status, code, msg }) => [status, code, msg]),
    [
      [400, "BAD_REQUEST", "Exceeded rate limit."],
      [400, "BAD_REQUEST", "Exceeded rate limit."],
    ],
  );
  await server.db.write((tx) =>
    tx
      .updateTable("realm_export")
      .set({ requested_at: new Date(clock.now().getTime() - days(7.1)) })
      .execute(),
  );
  assert.equal((await desdemona.post("/export/realm", {})).result, "success");
  assert.equal((await desdemona.post("/export/realm", { export_type: 3 })).msg, "Invalid export_type");
});

test("an interrupted export is repeated, and an export that cannot be created is marked as failed", async () => {
  const { iago, hamlet } = await createTestOrganization(server);
  await hamlet.createChannel("agora", [hamlet]);
  const id = await requested(iago, exportTypes.public);
  await assert.rejects(make(id, AbortSignal.abort()));
  assert.equal((await known(iago, id)).pending, true);
  await make(id);
  const { export_url: url } = await known(iago, id);
  assert.ok((await read(iago, url ?? "")).rows.size > 5);

  const broken = await requested(iago, exportTypes.public);
  const failing = {
    reader: server.db.reader,
    write: server.db.write.bind(server.db),
    commit: server.db.commit.bind(server.db),
    snapshot: () => Promise.reject(new Error("no room left")),
  };
  const [events] = await watchEvents([iago], () =>
    exportOrganizations(site, files).run(
      { db: failing, clock, log, signal: new AbortController().signal },
      { export_id: broken },
    ),
  );
  assert.equal(events?.filter(({ type }) => type === "realm_export").length, 1);
  const { pending, failed_timestamp: failedAt, export_url: none } = await known(iago, broken);
  assert.deepEqual([pending, typeof failedAt, none], [false, "number", null]);
  assert.equal((await iago.delete(`/export/realm/${broken}`)).msg, "Export failed, nothing to delete");
});

test("administrators can see which active users consent", async () => {
  const { iago, hamlet, othello, desdemona, bot } = await createTestOrganization(server);
  await consents(hamlet);
  await desdemona.callOrThrow("DELETE", `/users/${othello.id}`);
  const { export_consents: all } = await iago.callOrThrow("GET", "/export/realm/consents");
  assert.deepEqual(
    all.filter(({ consented }) => consented),
    [{ user_id: hamlet.id, consented: true }],
  );
  const ids = all.map(({ user_id }) => user_id);
  assert.ok(ids.includes(iago.id) && !ids.includes(othello.id) && !ids.includes(bot.id));
});

test("an export that is interrupted too often is marked as failed, and its files are deleted", async () => {
  const { iago } = await createTestOrganization(server);
  const [whole, cutOff] = [await requested(iago, exportTypes.public), await requested(iago, exportTypes.public)];
  await make(whole);
  for (let tries = 0; tries < 5; tries += 1) await assert.rejects(make(cutOff, AbortSignal.abort()));
  const [events] = await watchEvents([iago], () => make(cutOff));
  assert.equal(events?.filter(({ type }) => type === "realm_export").length, 1);
  const { pending, failed_timestamp: failedAt } = await known(iago, cutOff);
  assert.deepEqual([pending, typeof failedAt], [false, "number"]);

  async function* bytes() {
    yield Buffer.of(1);
  }
  await files.put(`exports/${cutOff}-left.tar.gz`, bytes());
  const later = { elapsed: () => clock.elapsed(), now: () => new Date(Date.now() + days(3)) };
  await deleteOrphanedExports(files).run(
    { db: server.db, clock: later, log, signal: new AbortController().signal },
    {},
  );
  assert.equal(await files.get(`exports/${cutOff}-left.tar.gz`), null);
  await read(iago, (await known(iago, whole)).export_url ?? "");
});

test("an export file can be downloaded in ranges, so that an interrupted download can be continued", async () => {
  const { iago } = await createTestOrganization(server);
  const id = await requested(iago, exportTypes.public);
  await make(id);
  const path = new URL((await known(iago, id)).export_url ?? "").pathname;
  const { bytes: whole } = await iago.fetch(path);
  const { status, bytes } = await iago.fetch(path, { range: "bytes=10-" });
  assert.deepEqual([status, bytes.equals(whole.subarray(10))], [206, true]);
});

test("if the server has lost a file, the export succeeds without it and reports the missing file", async () => {
  const { iago, hamlet } = await createTestOrganization(server);
  const [lost, present] = [await uploadAs(hamlet, "alas"), await uploadAs(hamlet, "poor")];
  await hamlet.sendToChannel(await hamlet.createChannel("agora"), { content: `[one](${lost}) [other](${present})` });
  const name = lost.replace("/user_uploads/", "attachments/").replace(/\/[^/]*$/, "");
  await files.delete([name]);
  const id = await requested(iago, exportTypes.public);
  const [events] = await watchEvents([iago], () => make(id));
  const { entries } = await iago.callOrThrow("GET", "/audit_log", { act: "export.completed" });
  const recorded = { files: 1, missing_files: 1, missing_file_names: [name] };
  assert.deepEqual(
    entries.map(({ target_id, actor_id, after: facts }) => [target_id, actor_id, facts]),
    [[id, null, recorded]],
  );
  const message = events?.find(({ type }) => type === "message")?.message;
  assert.match(message?.content ?? "", /missing on the server and are not included: 1\./);
  const { files: stored } = await read(iago, (await known(iago, id)).export_url ?? "");
  assert.deepEqual(
    [...stored.values()].map((bytes) => bytes.toString()),
    ["poor"],
  );
});
