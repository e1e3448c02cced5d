import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import { createTestOrganization, startServer, type TestOrganization } from "@parlance/testkit";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { linkTo, uploadAs } from "#modules/messages/uploads/fixtures/upload-files.ts";
import type { Fields } from "../columns/exported-column.ts";
import { readExportFile } from "../fixtures/read-export-content.ts";
import { replaceContent, unpackEntries, type Entry, packEntries } from "../fixtures/archive-entries.ts";
import { exportTo, importFrom } from "../fixtures/round-trip.ts";

const folder = await mkdtemp(join(tmpdir(), "parlance-refused-"));
after(() => rm(folder, { recursive: true }));
const uploadsFolder = join(folder, "uploads");
const server = await startServer({ uploadsFolder });
const place = { server, files: await openFileStore({ uploadsFolder }) };

/** Changes to the last row of a table, each with the expected error message. */
const refusals: readonly [table: string, change: Fields, message: RegExp][] = [
  ["linkifier", { url_template: "javascript:alert({id})" }, /^url_template of linkifier \d+ cannot be "javascript:/],
  ["linkifier", { url_template: "https://example.com/{other}" }, /^url_template of linkifier \d+ cannot be .* \(Group/],
  ["linkifier", { pattern: "(" }, /^url_template of linkifier \d+ cannot be .* \(Bad regular expression/],
  ["playground", { url_template: "data:text/html,{code}" }, /^url_template of playground \d+ cannot be "data:/],
  ["playground", { language: "c<" }, /^url_template of playground \d+ cannot be .*\(Invalid characters/],
  ["realm_domain", { domain: "exa mple" }, /^domain of realm_domain \d+ cannot be "exa mple"/],
  [
    "account",
    { delivery_email: "a@example.com\r\nBcc: b@example.com" },
    /^delivery_email of account \d+ cannot be "a@ex/,
  ],
  ["account", { full_name: "A\r\nB" }, /^full_name of account \d+ cannot be "A\\r\\nB" \(Invalid characters in name\)/],
  ["account", { full_name: "A <a@b>" }, /^full_name of account \d+ cannot be/],
  [
    "custom_profile_field",
    { name: "x".repeat(41), type: 1 },
    /^name of custom_profile_field \d+ cannot be .* too long/,
  ],
  [
    "custom_profile_field",
    { type: 7, field_data: '{"subtype":"custom","url_pattern":"javascript:%(username)s"}' },
    /^name of custom_profile_field \d+ cannot be .*url_pattern is not a URL/,
  ],
  [
    "custom_profile_field",
    { type: 3, field_data: "{" },
    /^name of custom_profile_field \d+ cannot be .*not valid JSON/,
  ],
  [
    "custom_profile_value",
    { field_type: 5, value: "javascript:alert(1)" },
    /^value of custom_profile_value \d+ cannot/,
  ],
  ["custom_emoji", { name: "<script>" }, /^name of custom_emoji \d+ cannot be "<script>"/],
  ["user_status", { status_text: "x".repeat(61) }, /^status_text of user_status \d+ cannot be .*too long/],
  ["user_group", { name: "@all", is_system: false }, /^name of user_group \d+ cannot be "@all"/],
  ["channel_folder", { name: " " }, /^name of channel_folder \d+ cannot be " "/],
  ["channel", { name: "a\nb" }, /^name of channel \d+ cannot be "a\\nb" \(Invalid character in channel name/],
  ["subscription", { color: "red; background: url(//evil)" }, /^color of subscription \d+ cannot be "red;/],
  ["attachment", { content_type: "image/svg+xml" }, /^content_type of attachment \d+ cannot be "image\/svg\+xml"/],
  ["attachment", { content_type: "text/html" }, /^content_type of attachment \d+ cannot be "text\/html"/],
  ["attachment", { name: "a\r\nb" }, /^name of attachment \d+ cannot be/],
  ["message", { topic: "a\nb" }, /^topic of message \d+ cannot be "a\\nb" \(Invalid character in topic/],
  ["message", { content: "x".repeat(10_001) }, /^content of message \d+ cannot be "xxx/],
  ["message", { content: "a\0" }, /^content of message \d+ cannot be "a\\u0000" \(It contains null bytes\)/],
  ["message", { content: "\ud800" }, /^content of message \d+ cannot be .*unpaired surrogates/],
  ["reaction", { reaction_type: "image" }, /^emoji_code of reaction \d+ cannot be/],
  ["saved_snippet", { title: "" }, /^title of saved_snippet \d+ cannot be ""/],
  ["navigation_view", { fragment: "" }, /^fragment of navigation_view \d+ cannot be ""/],
  ["alert_word", { word: "x".repeat(101) }, /^word of alert_word \d+ cannot be/],
];

/** Creates a row in each table that `refusals` changes. */
async function furnish({ desdemona, iago, hamlet, othello }: TestOrganization): Promise<void> {
  const red = { create: { width: 20, height: 20, channels: 3, background: "red" } } as const;
  const picture = await sharp(red).png().toBuffer();
  await iago.upload("/realm/emoji/skull", [picture]);
  await hamlet.upload("/users/me/avatar", [picture]);
  await desdemona.upload("/realm/icon", [picture]);
  await iago.callOrThrow("POST", "/realm/filters", {
    pattern: "#(?P<id>[0-9]+)",
    url_template: "https://example.com/{id}",
  });
  const code = { name: "Try", pygments_language: "Rust", url_template: "https://example.com/?code={code}" };
  await iago.callOrThrow("POST", "/realm/playgrounds", code);
  await desdemona.callOrThrow("POST", "/realm/domains", { domain: "example.com" });
  const { id } = await iago.callOrThrow("POST", "/realm/profile_fields", { name: "Site", field_type: 5 });
  await hamlet.callOrThrow("PATCH", "/users/me/profile_data", { data: [{ id, value: "https://example.com" }] });
  await hamlet.callOrThrow("POST", "/users/me/status", { status_text: "alas", emoji_name: "skull" });
  await hamlet.callOrThrow("POST", "/users/me/alert_words", { alert_words: ["poison"] });
  await iago.callOrThrow("POST", "/user_groups/create", { name: "players", description: "", members: [hamlet.id] });
  await iago.callOrThrow("POST", "/channel_folders/create", { name: "Acts", description: "" });
  const stage = await hamlet.createChannel("stage", [hamlet, othello]);
  const message = await hamlet.sendToChannel(stage, { topic: "act 1", content: `#7 ${await uploadAs(hamlet)}` });
  await hamlet.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "skull" });
  await hamlet.callOrThrow("POST", "/saved_snippets", { title: "link", content: "To be" });
  await hamlet.callOrThrow("POST", "/navigation_views", {
    fragment: "narrow/is/alerted",
    is_pinned: true,
    name: "Alerts",
  });
}

function withChange(entries: readonly Entry[], table: string, change: Fields): Entry[] {
  const { name } = entries.map(({ header }) => header).find((one) => one.name.startsWith(`tables/${table}/`)) ?? {};
  return replaceContent(entries, name ?? assert.fail(`there are no rows of ${table}`), (rows) => {
    const lines = rows.trimEnd().split("\n");
    const last = { ...(JSON.parse(lines.pop() ?? "") as object), ...change };
    return `${[...lines, JSON.stringify(last)].join("\n")}\n`;
  });
}

test("values that the API would reject are not imported, and the error names the row, the column and the remedy", async () => {
  const realm = await createTestOrganization(server);
  await furnish(realm);
  const path = join(folder, "organization.tar.gz");
  await exportTo(path, place, realm.realmId);
  const { manifest } = await readExportFile(path);
  const entries = await unpackEntries(await readFile(path));
  const changed = join(folder, "changed.tar.gz");
  for (const [table, change, message] of refusals) {
    await writeFile(changed, await packEntries(withChange(entries, table, change)));
    await assert.rejects(importFrom(changed, place, manifest), (error: Error) => {
      assert.match(error.message, message);
      assert.match(error.message, /: change it in the original organization and export it again$/);
      return error.name === "ExportFileError";
    });
  }
  const pictures = entries.filter(({ header }) => /^files\/(avatars|emoji|realm-pictures)\//.test(header.name));
  assert.ok(pictures.length > 0);
  for (const { header } of pictures) {
    await writeFile(
      changed,
      await packEntries(replaceContent(entries, header.name, () => "<svg xmlns='http://www.w3.org/2000/svg'/>")),
    );
    await assert.rejects(importFrom(changed, place, manifest), {
      message: /is not a picture in that format: upload the/,
    });
  }
  await importFrom(path, place);
});

test("a file in which a reaction, an edit or other data belongs to a message that is not in the file is not imported", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  await furnish(realm);
  const [act, scene] = await Promise.all(["act", "scene"].map((name) => hamlet.createChannel(name, [hamlet, othello])));
  const poll = await hamlet.sendToChannel(act!, { topic: "act 1", content: "/poll Ghost?" });
  await hamlet.sendToChannel(act!, { topic: "act 2", content: linkTo(await uploadAs(hamlet)) });
  await hamlet.callOrThrow("PATCH", `/messages/${poll}`, { stream_id: scene! });
  const path = join(folder, "dependent.tar.gz");
  await exportTo(path, place, realm.realmId);
  const { manifest } = await readExportFile(path);
  const entries = await unpackEntries(await readFile(path));
  const changed = join(folder, "changed.tar.gz");
  for (const table of ["attachment_message", "message_edit", "message_former_place", "reaction", "submessage"]) {
    for (const message_id of [0, 1]) {
      await writeFile(changed, await packEntries(withChange(entries, table, { message_id })));
      await assert.rejects(importFrom(changed, place, manifest), (error: Error) => {
        assert.match(error.message, new RegExp(`^a row of ${table} belongs to a message that is not in it`));
        return error.name === "ExportFileError";
      });
    }
  }
  await importFrom(path, place);
});
