import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser, writeRowsDirectly } from "@parlance/testkit";

const rendered = async (person: TestUser, content: string) =>
  (await person.callOrThrow("POST", "/messages/render", { content }))["rendered"];

test("emoticons are converted to emoji only for users who enabled this", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.callOrThrow("PATCH", "/settings", { translate_emoticons: true });
  assert.match(await rendered(hamlet, "hi :)"), /emoji-1f642/);
  assert.equal(await rendered(othello, "hi :)"), "<p>hi :)</p>");
});

test("code without a language gets the organization's default language, and linked pictures are shown unless the organization disables that", async () => {
  const { desdemona, hamlet } = await createTestOrganization();
  assert.doesNotMatch(await rendered(hamlet, "```\nn = 7\n```"), /data-code-language/);
  assert.match(await rendered(hamlet, "https://example.com/cat.png"), /<img src="https:\/\/example.com\/cat.png">/);
  await desdemona.callOrThrow("PATCH", "/realm", {
    default_code_block_language: "python",
    inline_image_preview: false,
  });
  assert.match(await rendered(hamlet, "```\nn = 7\n```"), /data-code-language="Python"/);
  assert.doesNotMatch(await rendered(hamlet, "https://example.com/cat.png"), /<img/);
});

test("active custom emoji are shown, and take precedence over Unicode emoji of the same name", async () => {
  const { hamlet, realmId, server } = await createTestOrganization();
  const add = (name: string, is_deactivated: boolean) =>
    writeRowsDirectly({ realmId, server }, (tx) =>
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

test("links to pages of the organization are made relative", async () => {
  const { hamlet, server } = await createTestOrganization();
  const { realm_url } = (await hamlet.get("/server_settings")).body as { realm_url: string };
  assert.ok(server);
  assert.equal(await rendered(hamlet, `[here](${realm_url}/#narrow/dm/5)`), '<p><a href="#narrow/dm/5">here</a></p>');
});

test("a link to a topic contains the id of the topic's newest message if the author can read it", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const channel = await hamlet.createChannel("denmark", [hamlet]);
  const secret = await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  await hamlet.sendToChannel("denmark", { topic: "Ghost" });
  const newest = await hamlet.sendToChannel("denmark", { topic: "ghost" });
  const hidden = await hamlet.sendToChannel("secret", { topic: "plot" });
  const link = "#**denmark>GHOST** #**denmark>nothing yet** #**secret>plot**";
  const targets = async (person: TestUser) =>
    [...(await rendered(person, link)).matchAll(/href="\/#narrow\/channel\/([^"]*)"/g)].map(([, target]) => target);
  const common = [`${channel}-denmark/topic/GHOST/with/${newest}`, `${channel}-denmark/topic/nothing.20yet`];
  assert.deepEqual(await targets(hamlet), [...common, `${secret}-secret/topic/plot/with/${hidden}`]);
  assert.deepEqual((await targets(iago)).slice(0, 2), common);
  assert.ok((await targets(iago)).every((target) => !target?.includes(`/with/${hidden}`)));
});
