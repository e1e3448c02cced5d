import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import {
  clock,
  createTestOrganization,
  TestUser,
  startServer,
  TEST_SECRET,
  type TestOrganization,
} from "@parlance/testkit";
import { deriveApiKey } from "#modules/sign-in/api-keys/api-key.ts";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";
import { packExceptions } from "#modules/messages/read-state/actions/storage/packed-exceptions.ts";
import { comparable, roundTrip } from "./fixtures/round-trip.ts";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-round-trip-"));
after(() => rm(uploadsFolder, { recursive: true }));
const server = await startServer({ uploadsFolder });
const place = { server, files: await openFileStore({ uploadsFolder }) };

/** Returns a client for a user of the imported organization, whose API key is derived from the new id. */
async function personIn(host: string, realmId: number, { email, fullName }: TestUser): Promise<TestUser> {
  const { id } = await server.db.reader
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("delivery_email", "=", email)
    .executeTakeFirstOrThrow();
  return new TestUser({ port: server.port, host }, { id, email, fullName, apiKey: deriveApiKey(TEST_SECRET, id, 1) });
}

const picture = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: "red" } })
    .png()
    .toBuffer();

/** Creates pictures, profiles and private data of users, an email domain, a group and a permission. */
async function furnish({ desdemona, iago, hamlet, othello, cordelia }: TestOrganization) {
  await iago.upload("/realm/emoji/skull_of_yorick", [await picture()]);
  await hamlet.upload("/users/me/avatar", [await picture()]);
  await desdemona.upload("/realm/icon", [await picture()]);
  const field = await iago.callOrThrow("POST", "/realm/profile_fields", { name: "Friends", field_type: 6 });
  await hamlet.callOrThrow("PATCH", "/users/me/profile_data", {
    data: [{ id: field.id, value: [othello.id, cordelia.id] }],
  });
  const about = await iago.callOrThrow("POST", "/realm/profile_fields", { name: "About", field_type: 1 });
  await othello.callOrThrow("PATCH", "/users/me/profile_data", {
    data: [{ id: about.id, value: "A *Moor* of Venice" }],
  });
  await hamlet.callOrThrow("POST", "/users/me/status", { status_text: "alas", emoji_name: "skull_of_yorick" });
  await hamlet.callOrThrow("POST", "/users/me/presence", { status: "active" });
  await hamlet.callOrThrow("POST", "/users/me/alert_words", { alert_words: ["Ghost", "poison"] });
  await othello.callOrThrow("POST", `/users/me/muted_users/${iago.id}`);
  await desdemona.callOrThrow("POST", "/realm/domains", { domain: "globe.example" });
  const players = await iago.callOrThrow("POST", "/user_groups/create", {
    name: "players",
    description: "On stage",
    members: [hamlet.id, cordelia.id],
  });
  await desdemona.callOrThrow("PATCH", "/realm", {
    can_create_groups: { new: { direct_members: [othello.id], direct_subgroups: [players.group_id] } },
  });
  await desdemona.callOrThrow("DELETE", `/users/${cordelia.id}`);
  await desdemona.callOrThrow("POST", `/users/${cordelia.id}/reactivate`);
}

/** Creates channels, and messages, drafts and other texts with every kind of reference. */
async function converse({ host, realmId, iago, hamlet, othello, cordelia, polonius }: TestOrganization) {
  const folder = await iago.callOrThrow("POST", "/channel_folders/create", {
    name: "Acts",
    description: "All **five**",
  });
  const stage = await hamlet.createChannel("stage", [hamlet, othello, cordelia, polonius]);
  const inFolder = { folder_id: folder.channel_folder_id, description: "See #**cellar**" };
  await iago.callOrThrow("PATCH", `/streams/${stage}`, inFolder);
  // Folder descriptions come before the channels in the file; this one refers to a channel.
  const linked = `See [the stage](#narrow/channel/${stage}-stage)`;
  await iago.callOrThrow("PATCH", `/channel_folders/${folder.channel_folder_id}`, { description: linked });
  const cellar = await othello.createChannel("cellar", [othello, hamlet], { invite_only: true });
  await iago.callOrThrow("PATCH", "/realm", { new_stream_announcements_stream_id: stage });
  const url = await uploadAs(hamlet, "To be, or not to be");
  const first = await hamlet.sendToChannel(stage, { topic: "act 1", content: `Read [it](${url})` });
  const texts = [
    `@**${othello.fullName}|${othello.id}** and @_**|${cordelia.id}** of @*players*`,
    `#**stage>act 1@${first}** and http://${host}/#narrow/channel/${stage}-stage/topic/act.201/near/${first}`,
    `[dm](#narrow/dm/${hamlet.id},${othello.id}-dm/near/${first}) https://elsewhere.example/#narrow/channel/${stage}-x`,
    "#**stage** :skull_of_yorick:",
  ].join("\n\n");
  const second = await hamlet.sendToChannel(stage, { topic: "act 1", content: texts });
  await othello.sendToChannel(cellar, { topic: "plot", content: `see [that](${url})` });
  await othello.sendDirectMessage([hamlet, cordelia], { content: "Shh" });
  await hamlet.callOrThrow("POST", `/messages/${second}/reactions`, { emoji_name: "skull_of_yorick" });
  await othello.callOrThrow("POST", "/messages/flags", { messages: [second], op: "add", flag: "starred" });
  await hamlet.callOrThrow("PATCH", `/messages/${first}`, {
    content: `Read [it again](${url}) @**${othello.fullName}**`,
  });
  await hamlet.callOrThrow("POST", "/drafts", {
    drafts: [{ type: "stream", to: [stage], topic: "later", content: `@**Othello|${othello.id}**`, timestamp: 1 }],
  });
  await hamlet.callOrThrow("POST", "/saved_snippets", { title: "link", content: `#narrow/channel/${stage}-stage` });
  await hamlet.callOrThrow("POST", "/navigation_views", {
    fragment: `narrow/channel/${stage}-stage`,
    is_pinned: true,
    name: "Stage",
  });
  await othello.callOrThrow("POST", "/user_topics", { stream_id: stage, topic: "act 1", visibility_policy: 3 });
  const at = Math.floor(clock.now().getTime() / 1000) + 86_400;
  await hamlet.callOrThrow("POST", "/scheduled_messages", {
    type: "direct",
    to: [othello.id, cordelia.id],
    content: `remember #**stage>act 1@${first}**`,
    scheduled_delivery_timestamp: at,
  });
  await hamlet.callOrThrow("POST", "/reminders", { message_id: first, scheduled_delivery_timestamp: at });
  return { url, first, second, stage, realmId };
}

test("an organization that was exported and imported has the same export again, and works", async () => {
  const realm = await createTestOrganization(server);
  await furnish(realm);
  const { url, first, second, stage } = await converse(realm);
  await realm.othello.sendToChannel(stage, { topic: "act 1", read_by_sender: false });
  await server.db.write((tx) => packExceptions(tx, realm.othello.id));
  const { before, after: then, copy } = await roundTrip(place, realm.realmId);
  assert.deepEqual(comparable(then), comparable(before));
  assert.equal(before.rows.get("unread_exception_chunk")?.length, 1);
  // The five files are an upload, an emoji, the icon, and two sizes of an avatar.
  assert.equal(before.files.size, 5);
  assert.equal(copy.missing, 0);

  const hamlet = await personIn(copy.host, copy.realmId, realm.hamlet);
  const { messages } = await hamlet.callOrThrow("GET", "/messages", {
    anchor: "oldest",
    num_before: 0,
    num_after: 100,
  });
  const html = messages.map(({ content }) => content).join("\n");
  const shift = (messages.find(({ content }) => content.includes("it again"))?.id ?? 0) - first;
  assert.match(html, new RegExp(`near/${first + shift}"`));
  const othello = await personIn(copy.host, copy.realmId, realm.othello);
  assert.match(html, new RegExp(`class="user-mention" data-user-id="${othello.id}"`));
  assert.ok(html.includes(`href="https://elsewhere.example/#narrow/channel/${stage}-x"`));
  for (const gone of [
    realm.host,
    `near/${first}"`,
    `user_uploads/${realm.realmId}/`,
    `data-user-id="${realm.othello.id}"`,
  ]) {
    assert.ok(!html.includes(gone), gone);
  }
  const address = url.replace(`/${realm.realmId}/`, `/${copy.realmId}/`);
  assert.ok(html.includes(address));
  assert.equal((await hamlet.fetch(address)).bytes.toString(), "To be, or not to be");
  const [reaction] = messages.find(({ id }) => id === second + shift)?.reactions ?? [];
  const { emoji } = await hamlet.callOrThrow("GET", "/realm/emoji");
  const own = emoji[reaction?.emoji_code ?? ""];
  assert.equal(own?.name, "skull_of_yorick");
  assert.equal((await hamlet.fetch(new URL(own?.source_url ?? "", `http://${copy.host}`).pathname)).status, 200);
  // Users can continue to use the organization.
  await othello.sendToChannel("cellar", { topic: "plot", content: "on" });
  await hamlet.registerQueue();
});
