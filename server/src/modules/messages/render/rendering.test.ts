import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, type Person } from "@parlance/testkit";

const rendered = async (person: Person, content: string) =>
  (await person.does("POST", "/messages/render", { content }))["rendered"];

test("emoticons become emoji for those who want them", async () => {
  const { hamlet, othello } = await newRealm();
  await hamlet.does("PATCH", "/settings", { translate_emoticons: true });
  assert.match(await rendered(hamlet, "hi :)"), /emoji-1f642/);
  assert.equal(await rendered(othello, "hi :)"), "<p>hi :)</p>");
});

test("code without a language has that of the organization, and pictures are shown where it wants them", async () => {
  const { desdemona, hamlet } = await newRealm();
  assert.doesNotMatch(await rendered(hamlet, "```\nn = 7\n```"), /data-code-language/);
  assert.match(await rendered(hamlet, "https://example.com/cat.png"), /<img src="https:\/\/example.com\/cat.png">/);
  await desdemona.does("PATCH", "/realm", { default_code_block_language: "python", inline_image_preview: false });
  assert.match(await rendered(hamlet, "```\nn = 7\n```"), /data-code-language="Python"/);
  assert.doesNotMatch(await rendered(hamlet, "https://example.com/cat.png"), /<img/);
});

test("the organization's own emoji are shown while they are in use, before others of the same name", async () => {
  const { hamlet, realmId, server } = await newRealm();
  const add = (name: string, is_deactivated: boolean) =>
    server.db.write((tx) =>
      tx
        .insertInto("custom_emoji")
        .values({ realm_id: realmId, name, file_name: `${name}.png`, is_deactivated })
        .execute(),
    );
  await add("tada", false);
  await add("ancient", true);
  const html = await rendered(hamlet, ":tada: :ancient:");
  assert.ok(html.startsWith(`<p><img alt=":tada:" class="emoji" src="/user_avatars/${realmId}/emoji/images/tada.png"`));
  assert.ok(html.endsWith(" :ancient:</p>"), html);
});

test("links into the organization work wherever it is reached", async () => {
  const { hamlet, server } = await newRealm();
  const { realm_url } = (await hamlet.get("/server_settings")).body as { realm_url: string };
  assert.ok(server);
  assert.equal(await rendered(hamlet, `[here](${realm_url}/#narrow/dm/5)`), '<p><a href="#narrow/dm/5">here</a></p>');
});

test("a link to a topic leads to its newest message, if the writer may read that", async () => {
  const { hamlet, iago } = await newRealm();
  const channel = await hamlet.creates("denmark", [hamlet]);
  const secret = await hamlet.creates("secret", [hamlet], { invite_only: true });
  await hamlet.writes("denmark", { topic: "Ghost" });
  const newest = await hamlet.writes("denmark", { topic: "ghost" });
  const hidden = await hamlet.writes("secret", { topic: "plot" });
  const link = "#**denmark>GHOST** #**denmark>nothing yet** #**secret>plot**";
  const targets = async (person: Person) =>
    [...(await rendered(person, link)).matchAll(/href="\/#narrow\/channel\/([^"]*)"/g)].map(([, target]) => target);
  const common = [`${channel}-denmark/topic/GHOST/with/${newest}`, `${channel}-denmark/topic/nothing.20yet`];
  assert.deepEqual(await targets(hamlet), [...common, `${secret}-secret/topic/plot/with/${hidden}`]);
  assert.deepEqual((await targets(iago)).slice(0, 2), common);
  assert.ok((await targets(iago)).every((target) => !target?.includes(`/with/${hidden}`)));
});
