import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { createWireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { ascending } from "@parlance/contract/state/list-operations.ts";
import { fetchPath, createTestOrganization, type TestUser, startServer, watchEvents } from "@parlance/testkit";

const colour = (background: string, width = 200, height = 100) =>
  sharp({ create: { width, height, channels: 3, background } });

const PICTURE = await colour("red").png().toBuffer();
const MOVING = await sharp([await colour("red").png().toBuffer(), await colour("blue").png().toBuffer()], {
  join: { animated: true },
})
  .gif({ delay: [100, 100] })
  .toBuffer();

function adds(person: TestUser, name: string, ...files: Buffer[]) {
  const parameters = files.map((bytes, index) => [`f${index}`, new File([Buffer.from(bytes)], "emoji.png")] as const);
  return person.call("POST", `/realm/emoji/${encodeURIComponent(name)}`, Object.fromEntries(parameters));
}

const removes = (person: TestUser, name: string) => person.call("DELETE", `/realm/emoji/${name}`);

const emojiOf = async (person: TestUser) => Object.values((await person.callOrThrow("GET", "/realm/emoji")).emoji);

test("a new emoji is published to all users, and is shown in messages and reactions", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization();
  const people = [hamlet, othello, polonius];
  const all = await watchEvents(people, async () => {
    assert.equal((await adds(hamlet, "party blob", PICTURE)).status, 200);
  });
  const [emoji] = await emojiOf(polonius);
  assert.ok(emoji);
  const { id, source_url, ...rest } = emoji;
  assert.deepEqual(rest, { name: "party_blob", still_url: null, deactivated: false, author_id: hamlet.id });
  for (const events of all) {
    assert.deepEqual(
      events.map(({ id: _, ...event }) => event),
      [{ type: "realm_emoji", op: "update", realm_emoji: { [id]: emoji } }],
    );
  }
  const message = await hamlet.sendDirectMessage(othello, { content: "Hail :party_blob:" });
  const { message: shown } = await othello.callOrThrow("GET", `/messages/${message}`);
  assert.ok(shown.content.includes(`src="${source_url}"`), shown.content);
  await othello.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "party_blob" });

  const { status, bytes, headers } = await othello.fetch(source_url);
  assert.deepEqual([status, headers["content-type"]], [200, "image/png"]);
  const { width, height, format } = await sharp(bytes).metadata();
  assert.deepEqual([width, height, format], [64, 64, "png"]);
});

test("an animated emoji stays animated, and also has a still image", async () => {
  const { hamlet } = await createTestOrganization();
  assert.equal((await adds(hamlet, "dance", MOVING)).status, 200);
  const [emoji] = await emojiOf(hamlet);
  const shown = await hamlet.fetch(String(emoji?.source_url));
  assert.equal(shown.headers["content-type"], "image/gif");
  const moving = await sharp(shown.bytes, { animated: true }).metadata();
  assert.deepEqual([moving.pages, moving.width, moving.pageHeight], [2, 64, 64]);
  const still = await sharp((await hamlet.fetch(String(emoji?.still_url))).bytes).metadata();
  assert.deepEqual([still.pages ?? 1, still.width, still.height, still.format], [1, 64, 64, "png"]);
});

test("a deactivated emoji stays in the list, and its name can be used again", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  await adds(hamlet, "blob", PICTURE);
  const [events] = await watchEvents([othello], async () => {
    const refused = await removes(othello, "blob");
    assert.deepEqual([refused.status, refused.msg], [400, "Must be an organization administrator or emoji author"]);
    assert.equal((await removes(hamlet, "blob")).status, 200);
  });
  assert.deepEqual(
    events?.map(({ type }) => type),
    ["realm_emoji"],
  );
  const gone = await removes(hamlet, "blob");
  assert.deepEqual([gone.status, gone.code, gone.msg], [404, "BAD_REQUEST", "Emoji 'blob' does not exist"]);
  const message = await hamlet.sendDirectMessage(hamlet, { content: ":blob:" });
  assert.ok(!(await hamlet.callOrThrow("GET", `/messages/${message}`)).message.content.includes("img"));
  assert.equal((await adds(othello, "blob", PICTURE)).status, 200);
  assert.equal((await removes(iago, "blob")).status, 200);
  assert.deepEqual(
    (await emojiOf(hamlet)).map(({ name, deactivated, author_id }) => [name, deactivated, author_id]),
    [
      ["blob", true, hamlet.id],
      ["blob", true, othello.id],
    ],
  );
});

test("an emoji needs a unique name of lowercase letters, digits, dashes and underscores, and exactly one image", async () => {
  const { iago, hamlet } = await createTestOrganization();
  await adds(hamlet, "blob", PICTURE);
  const characters =
    "Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.";
  const refusals: [name: string, files: Buffer[], msg: string][] = [
    ["blob", [PICTURE], "A custom emoji with this name already exists."],
    ["tada", [PICTURE], "Only administrators can override default emoji."],
    ["Blob", [PICTURE], characters],
    ["blöb", [PICTURE], characters],
    ["blob.", [PICTURE], characters],
    ["blob-", [PICTURE], "Emoji names must end with either a letter or digit."],
    ["blob_", [PICTURE], "Emoji names must end with either a letter or digit."],
    ["other", [], "You must upload exactly one file."],
    ["other", [PICTURE, PICTURE], "You must upload exactly one file."],
    [
      "other",
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
      "Could not decode image; did you upload an image file?",
    ],
    ["other", [PICTURE.subarray(0, 60)], "Could not decode image; did you upload an image file?"],
  ];
  for (const [name, files, msg] of refusals) {
    const answer = await adds(hamlet, name, ...files);
    assert.deepEqual([answer.status, answer.msg], [400, msg], name);
  }
  assert.equal((await adds(iago, "tada", PICTURE)).status, 200);
  assert.equal((await emojiOf(hamlet)).length, 2);
});

test("if two users add an emoji with the same name at the same time, only one succeeds", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const answers = await Promise.all([adds(hamlet, "blob", PICTURE), adds(othello, "blob", PICTURE)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(ascending), [200, 400]);
  assert.equal((await emojiOf(hamlet)).length, 1);
});

test("the organization's permission determines who can add emoji, and images of other organizations are not found", async () => {
  const { desdemona, hamlet } = await createTestOrganization();
  const other = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", {
    can_add_custom_emoji_group: { new: { direct_members: [desdemona.id], direct_subgroups: [] } },
  });
  const refused = await adds(hamlet, "blob", PICTURE);
  assert.deepEqual([refused.status, refused.msg], [400, "Insufficient permission"]);
  assert.equal((await adds(desdemona, "blob", PICTURE)).status, 200);
  const [emoji] = await emojiOf(hamlet);
  assert.equal((await other.hamlet.fetch(String(emoji?.source_url))).status, 404);
  assert.equal((await hamlet.fetch(String(emoji?.source_url).replace(/[0-9a-f]{4}\./, "0000."))).status, 404);
});

test("the built-in emoji that Unicode does not have is shown as an image", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const id = await hamlet.sendDirectMessage(othello, { content: "Hail :parlance:" });
  await othello.callOrThrow("POST", `/messages/${id}/reactions`, { emoji_name: "parlance" });
  const { message } = await othello.callOrThrow("GET", `/messages/${id}`);
  assert.deepEqual(
    message.reactions.map(({ emoji_code, reaction_type }) => [emoji_code, reaction_type]),
    [["parlance", "service_extra_emoji"]],
  );
  const [, source = ""] = /class="emoji" src="([^"]*)"/.exec(message.content) ?? [];
  const { status, headers, bytes } = await fetchPath(othello.site, source);
  assert.deepEqual([status, headers["content-type"]], [200, "image/png"]);
  const { width, height, hasAlpha } = await sharp(bytes).metadata();
  assert.deepEqual([width, height, hasAlpha], [64, 64, true]);
  assert.equal((await fetchPath(othello.site, source.replace("parlance", "brand"))).status, 404);
  const branded = await createTestOrganization(await startServer({ wireAliases: createWireAliases("brand") }));
  assert.equal((await fetchPath(branded.hamlet.site, source.replace("parlance", "brand"))).status, 200);
});
