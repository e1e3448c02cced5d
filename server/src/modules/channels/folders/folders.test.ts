import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import { createTestOrganization, watchEvents, type TestUser, type ReceivedEvent } from "@parlance/testkit";

async function adds(admin: TestUser, name: string, description = ""): Promise<number> {
  return (await admin.callOrThrow("POST", "/channel_folders/create", { name, description })).channel_folder_id;
}

async function listed(person: TestUser, include_archived = true): Promise<readonly ChannelFolder[]> {
  return (await person.callOrThrow("GET", "/channel_folders", { include_archived })).channel_folders;
}

const names = (folders: readonly ChannelFolder[]) => folders.map(({ name }) => name);
const bodies = (events: readonly ReceivedEvent[] | undefined) => events?.map(({ id: _, ...event }) => event);

test("all users, including guests and bots, receive an event about a new folder, which is placed after the existing ones", async () => {
  const { iago, desdemona, hamlet, polonius, bot } = await createTestOrganization();
  await hamlet.createChannel("stage");
  const before = Math.floor(Date.now() / 1000);
  let id = 0;
  const received = await watchEvents([hamlet, polonius, bot], async () => {
    await adds(desdemona, "Tragedies");
    id = await adds(iago, "  Comedies 🦉 ", "See **#**stage**\n\n* and *laugh*");
  });
  const [, folder] = await listed(polonius);
  for (const events of received) {
    assert.deepEqual(bodies(events)?.[1], { type: "channel_folder", op: "add", channel_folder: folder });
  }
  assert.ok(folder);
  const { date_created, rendered_description, ...rest } = folder;
  assert.deepEqual(rest, {
    id,
    name: "Comedies 🦉",
    description: "See **#**stage**\n\n* and *laugh*",
    order: 1,
    is_archived: false,
    creator_id: iago.id,
  });
  assert.match(rendered_description, /<li>and <em>laugh<\/em><\/li>/);
  assert.ok(date_created && date_created >= before && date_created <= before + 60);
});

test("an invalid or taken folder name, or a description that is too long, is rejected with an error that explains the reason", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const tragedies = await adds(iago, "Tragedies");
  await iago.callOrThrow("PATCH", `/channel_folders/${tragedies}`, { is_archived: true });
  const other = await adds(iago, "Comedies");
  const [events] = await watchEvents([hamlet], async () => {
    for (const [name, msg] of [
      ["", "Channel folder name can't be empty."],
      [" \n ", "Channel folder name can't be empty."],
      ["x".repeat(101), "name is too long (limit: 100 characters)"],
      ["a\nb", "Invalid character in channel folder name, at position 2."],
      ["🦉\0", "Invalid character in channel folder name, at position 2."],
      [" tRAGEDIES ", "Channel folder name already in use"],
    ] as const) {
      const made = await iago.post("/channel_folders/create", { name, description: "" });
      const changed = await iago.patch(`/channel_folders/${other}`, { name, description: "Changed" });
      assert.deepEqual([made.status, made.code, made.msg, changed.msg], [400, "BAD_REQUEST", msg, msg]);
    }
    const wordy = { name: "Histories", description: "x".repeat(1025) };
    const limit = "description is too long (limit: 1024 characters)";
    assert.equal((await iago.post("/channel_folders/create", wordy)).msg, limit);
    assert.equal((await iago.patch(`/channel_folders/${other}`, wordy)).msg, limit);
    const { code, msg } = await iago.call("POST", "/channel_folders/create", { name: "Histories" });
    assert.deepEqual([code, msg], ["REQUEST_VARIABLE_MISSING", "Missing 'description' argument"]);
  });
  assert.deepEqual(events, []);
  await adds(iago, "🦉".repeat(100), "x".repeat(1024));
});

test("each changed property of a folder is announced by a separate event, and unchanged properties by none", async () => {
  const { iago, hamlet, polonius } = await createTestOrganization();
  const id = await adds(iago, "Tragedies");
  const path = `/channel_folders/${id}` as const;
  const received = await watchEvents([hamlet, polonius], async () => {
    await iago.callOrThrow("PATCH", path, { name: "TRAGEDIES", description: "*Sad*", is_archived: true });
    await iago.callOrThrow("PATCH", path, { name: "TRAGEDIES", description: "*Sad*", is_archived: true });
    await iago.callOrThrow("PATCH", path);
    await iago.callOrThrow("PATCH", path, { is_archived: false });
  });
  const update = (data: object) => ({ type: "channel_folder", op: "update", channel_folder_id: id, data });
  for (const events of received) {
    assert.deepEqual(bodies(events), [
      update({ name: "TRAGEDIES" }),
      update({ description: "*Sad*", rendered_description: "<p><em>Sad</em></p>" }),
      update({ is_archived: true }),
      update({ is_archived: false }),
    ]);
  }
});

test("archived folders are listed on request and in the register response, and a folder that contains a channel cannot be archived", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const [plays, poems] = [await adds(iago, "Plays"), await adds(iago, "Poems")];
  const channel = await iago.createChannel("stage", [iago], { folder_id: plays });
  await iago.callOrThrow("DELETE", `/streams/${channel}`);
  const refused = await iago.patch(`/channel_folders/${plays}`, { is_archived: true, name: "Changed" });
  assert.equal(refused.msg, "You need to remove all the channels from this folder to archive it.");
  await iago.callOrThrow("PATCH", `/channel_folders/${poems}`, { is_archived: true });
  assert.deepEqual(names((await hamlet.callOrThrow("GET", "/channel_folders")).channel_folders), ["Plays"]);
  assert.deepEqual(names(await listed(hamlet)), ["Plays", "Poems"]);
  assert.deepEqual(names((await hamlet.registerQueue()).state.channel_folders), ["Plays", "Poems"]);
  await iago.callOrThrow("PATCH", `/streams/${channel}`, { folder_id: null });
  await iago.callOrThrow("PATCH", `/channel_folders/${plays}`, { is_archived: true });
  assert.deepEqual(names(await listed(hamlet, false)), []);
});

test("folders can be reordered with a list that contains each folder once, including archived folders", async () => {
  const { iago, hamlet, polonius } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  const [a, b, c] = [await adds(iago, "a"), await adds(iago, "b"), await adds(iago, "c")];
  const other = await adds(elsewhere.iago, "a");
  await iago.callOrThrow("PATCH", `/channel_folders/${b}`, { is_archived: true });
  const received = await watchEvents([hamlet, polonius], async () => {
    for (const order of [[c, a], [c, a, a], [c, a, other], [c, b, a, other], []]) {
      const { status, code, msg } = await iago.patch("/channel_folders", { order });
      assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid order mapping."]);
    }
    await iago.callOrThrow("PATCH", "/channel_folders", { order: [c, a, b] });
    await iago.callOrThrow("PATCH", "/channel_folders", { order: [c, a, b] });
    await iago.callOrThrow("PATCH", "/channel_folders");
  });
  for (const events of received) {
    assert.deepEqual(bodies(events), [{ type: "channel_folder", op: "reorder", order: [c, a, b] }]);
  }
  await adds(iago, "d");
  assert.deepEqual(
    (await listed(hamlet)).map(({ name, order }) => [name, order]),
    [
      ["c", 0],
      ["a", 1],
      ["b", 2],
      ["d", 3],
    ],
  );
});

test("only administrators can change folders, and only those of their organization", async () => {
  const { iago, shiva, hamlet, polonius, bot } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  const [id, other] = [await adds(iago, "Plays"), await adds(elsewhere.iago, "Plays")];
  const [events] = await watchEvents([iago], async () => {
    for (const person of [shiva, hamlet, polonius, bot]) {
      for (const { status, code, msg } of [
        await person.post("/channel_folders/create", { name: "Mine", description: "" }),
        await person.patch(`/channel_folders/${id}`, { name: "Mine" }),
        await person.patch("/channel_folders", { order: [id] }),
      ]) {
        assert.deepEqual([status, code, msg], [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
      }
    }
    for (const unknownId of [other, 0, 2_147_483_647]) {
      const { status, code, msg } = await iago.patch(`/channel_folders/${unknownId}`, { name: "Mine" });
      assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid channel folder ID"]);
    }
  });
  assert.deepEqual(events, []);
});

test("concurrent requests can neither create two folders with the same name nor put a channel into an archived folder", async () => {
  const { iago, desdemona, hamlet } = await createTestOrganization();
  const same = await Promise.all(
    [iago, desdemona].map((admin) => admin.post("/channel_folders/create", { name: "Plays", description: "" })),
  );
  assert.deepEqual(same.map(({ result }) => result).toSorted(), ["error", "success"]);
  for (let round = 0; round < 5; round += 1) {
    const [folder, channel] = [await adds(iago, `folder ${round}`), await iago.createChannel(`channel ${round}`)];
    const answers = await Promise.all([
      iago.patch(`/channel_folders/${folder}`, { is_archived: true }),
      desdemona.patch(`/streams/${channel}`, { folder_id: folder }),
    ]);
    assert.deepEqual(answers.map(({ result }) => result).toSorted(), ["error", "success"]);
  }
  assert.equal((await listed(hamlet)).length, 6);
});

test("when a channel is moved into or out of a folder, clients receive an event and a notice is posted in the channel", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const [plays, poems] = [await adds(iago, "Plays"), await adds(iago, "Poems")];
  const id = await hamlet.createChannel("stage", [hamlet], { folder_id: plays });
  assert.equal((await othello.get(`/streams/${id}`)).stream.folder_id, plays);
  const [events] = await watchEvents([othello, hamlet], async () => {
    for (const folder_id of [poems, poems, null]) await hamlet.callOrThrow("PATCH", `/streams/${id}`, { folder_id });
  });
  assert.deepEqual(
    events?.map(({ op, property, value }) => [op, property, value]),
    [
      ["update", "folder_id", poems],
      ["update", "folder_id", null],
    ],
  );
  const { messages } = await hamlet.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 2,
    apply_markdown: false,
  });
  assert.deepEqual(
    messages.map(({ content }) => content.slice(content.indexOf("changed"))),
    [
      "changed the folder of this channel.\n\n* **Old:** **Plays**\n* **New:** **Poems**",
      "changed the folder of this channel.\n\n* **Old:** **Poems**\n* **New:** *No folder*",
    ],
  );
});

test("a channel cannot be put into a folder that does not exist or is archived", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  const archived = await adds(iago, "Plays");
  await iago.callOrThrow("PATCH", `/channel_folders/${archived}`, { is_archived: true });
  const id = await hamlet.createChannel("stage");
  const [events] = await watchEvents([hamlet], async () => {
    for (const folder_id of [archived, await adds(elsewhere.iago, "Plays"), 0, 2_147_483_647]) {
      for (const { status, code, msg } of [
        await hamlet.post("/channels/create", { name: "new", subscribers: [], folder_id }),
        await hamlet.post("/users/me/subscriptions", { subscriptions: [{ name: "new" }], folder_id }),
        await hamlet.patch(`/streams/${id}`, { folder_id, description: "Changed" }),
      ]) {
        assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid channel folder ID"]);
      }
    }
  });
  assert.deepEqual(events, []);
});

test("changes of folders are recorded in the audit log", async () => {
  const { iago, server, realmId } = await createTestOrganization();
  const id = await adds(iago, "Plays");
  await iago.callOrThrow("PATCH", `/channel_folders/${id}`, { name: "Games", is_archived: true });
  const other = await adds(iago, "Poems");
  await iago.callOrThrow("PATCH", "/channel_folders", { order: [other, id] });
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "target_id", "before", "after"])
    .where("realm_id", "=", realmId)
    .where("target_type", "=", "channel_folder")
    .orderBy("id")
    .execute();
  assert.deepEqual(acts, [
    { act: "channel_folder.created", target_id: id, before: null, after: { name: "Plays", description: "" } },
    {
      act: "channel_folder.changed",
      target_id: id,
      before: { name: "Plays", is_archived: false },
      after: { name: "Games", is_archived: true },
    },
    { act: "channel_folder.created", target_id: other, before: null, after: { name: "Poems", description: "" } },
    {
      act: "channel_folder.reordered",
      target_id: null,
      before: { order: [id, other] },
      after: { order: [other, id] },
    },
  ]);
});
