import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import {
  clock,
  days,
  fetchPath,
  createTestOrganization,
  type TestUser,
  startServer,
  watchEvents,
} from "@parlance/testkit";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { deleteOrphanedAttachments } from "#modules/messages/attachments/jobs.ts";
import { movingPicture, picture } from "./fixtures/pictures.ts";
import { linkTo, uploadAs } from "./fixtures/upload-files.ts";
import { createMakeThumbnailsJob, createShowThumbnailsJob } from "./jobs.ts";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-thumbnails-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
// This server runs no jobs, so that the tests can run them one by one.
const server = await startServer({ uploadsFolder });
const files = await openFileStore({ uploadsFolder });
const site = { url: "http://localhost" };

const context = () => ({
  db: server.db,
  clock,
  log: createLogger({ level: "silent" }),
  signal: new AbortController().signal,
});

/** Makes the thumbnails of the picture that the user uploaded most recently. */
async function thumbnailsAreMade(owner: TestUser): Promise<void> {
  const { attachments } = await owner.callOrThrow("GET", "/attachments");
  await createMakeThumbnailsJob(files, site).run(context(), { attachment_id: attachments.at(-1)?.id });
}

const htmlOf = async (reader: TestUser, id: number): Promise<string> =>
  (await reader.callOrThrow("GET", `/messages/${id}`)).message.content;

const thumbnailOf = (url: string, name = "840x560.webp") =>
  url.replace("/user_uploads/", "/user_uploads/thumbnail/") + `/${name}`;

const stored = async (): Promise<string[]> =>
  (await readdir(uploadsFolder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

test("a message displays a placeholder, and later the thumbnail; the change is not recorded as an edit", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization(server);
  const url = await uploadAs(hamlet, await picture(), "cat.png");
  const id = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  const original = 'data-original-content-type="image/png" data-original-dimensions="1680x840"';
  const shown = (image: string) =>
    `<p>Read <a href="${url}">this</a></p>\n` +
    `<div class="message_inline_image"><a href="${url}" title="this"><img ${image}></a></div>`;
  const loading = "/static/images/loading/loader-black.svg";
  assert.equal(await htmlOf(othello, id), shown(`class="image-loading-placeholder" ${original} src="${loading}"`));
  const placeholder = await othello.fetch(loading);
  assert.deepEqual([placeholder.status, placeholder.headers["content-type"]], [200, "image/svg+xml"]);
  assert.equal((await othello.fetch(thumbnailOf(url))).status, 404);

  const [toHamlet, toOthello, toCordelia] = await watchEvents([hamlet, othello, cordelia], () =>
    thumbnailsAreMade(hamlet),
  );
  const expected = shown(`${original} src="${thumbnailOf(url)}"`);
  for (const events of [toHamlet, toOthello]) {
    assert.deepEqual(
      events?.map(({ type, rendering_only, message_id, rendered_content }) => [
        type,
        rendering_only,
        message_id,
        rendered_content,
      ]),
      [["update_message", true, id, expected]],
    );
  }
  assert.deepEqual(toCordelia, []);
  const { message } = await othello.callOrThrow("GET", `/messages/${id}`);
  assert.equal(message.content, expected);
  assert.equal("last_edit_timestamp" in message, false);

  const { status, headers, bytes } = await othello.fetch(thumbnailOf(url));
  assert.deepEqual([status, headers["content-type"]], [200, "image/webp"]);
  const { format, width, height } = await sharp(bytes).metadata();
  assert.deepEqual([format, width, height], ["webp", 840, 420]);
  const later = await othello.sendDirectMessage(hamlet, { content: linkTo(url) });
  assert.equal(await htmlOf(hamlet, later), expected);
});

test("animated pictures get animated thumbnails, and small pictures are not enlarged", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const url = await uploadAs(hamlet, await movingPicture(), "dance.gif");
  const id = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  await thumbnailsAreMade(hamlet);
  const moving = thumbnailOf(url, "840x560-anim.webp");
  assert.match(
    await htmlOf(othello, id),
    new RegExp(
      `<img data-animated="true" data-original-content-type="image/gif" data-original-dimensions="400x200" src="${moving}">`,
    ),
  );
  const animation = await sharp((await othello.fetch(moving)).bytes, { animated: true }).metadata();
  assert.deepEqual([animation.format, animation.pages, animation.width, animation.pageHeight], ["webp", 2, 400, 200]);
  const still = await sharp((await othello.fetch(thumbnailOf(url))).bytes).metadata();
  assert.deepEqual([still.format, still.pages ?? 1, still.width, still.height], ["webp", 1, 400, 200]);
});

test("a rotated picture is shown upright, and its thumbnail contains no metadata", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const exif = { IFD0: { Copyright: "Elsinore" } };
  const lying = await sharp(await picture(600, 200))
    .jpeg()
    .withMetadata({ orientation: 6, exif })
    .toBuffer();
  assert.ok(lying.includes("Elsinore"));
  const url = await uploadAs(hamlet, lying, "ghost.jpg");
  const id = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  assert.match(await htmlOf(othello, id), /data-original-dimensions="200x600" src="\/static/);
  await thumbnailsAreMade(hamlet);
  assert.match(await htmlOf(othello, id), /data-original-dimensions="200x600" src="\/user_uploads\/thumbnail/);
  const { bytes } = await othello.fetch(thumbnailOf(url));
  assert.equal((await sharp(bytes).metadata()).height, 560);
  assert.ok(!bytes.includes("Elsinore"));
});

test("a file that cannot be decoded as a picture, or is not one despite its first bytes, is displayed as a link", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const whole = await picture();
  for (const [content, name] of [
    [whole.subarray(0, 300), "half.png"],
    [Buffer.concat([Buffer.from("GIF89a\x40\x00\x40\x00"), Buffer.from("<script>alert(1)</script>")]), "both.gif"],
    [Buffer.concat([whole.subarray(0, 33), Buffer.from("<html></html>")]), "page.png"],
  ] as const) {
    const url = await uploadAs(hamlet, content, name);
    const id = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
    assert.match(await htmlOf(othello, id), /image-loading-placeholder/, name);
    const [events] = await watchEvents([othello], () => thumbnailsAreMade(hamlet));
    const link = `<p>Read <a href="${url}">this</a></p>`;
    assert.deepEqual(
      events?.map((event) => event["rendered_content"]),
      [link],
      name,
    );
    assert.equal(await htmlOf(othello, id), link);
    assert.equal((await othello.fetch(thumbnailOf(url))).status, 404);
  }
  assert.equal((await stored()).filter((name) => name.endsWith(".webp") && name.startsWith("840x560")).length, 4);
});

test("only users who can see a picture can see its thumbnail", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization(server);
  const url = await uploadAs(hamlet, await movingPicture(), "dance.gif");
  const id = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  await thumbnailsAreMade(hamlet);
  const { hamlet: outsider } = await createTestOrganization(server);
  for (const name of ["840x560.webp", "840x560-anim.webp"]) {
    const address = thumbnailOf(url, name);
    const seen = async () => [
      (await hamlet.fetch(address)).status,
      (await othello.fetch(address)).status,
      (await cordelia.fetch(address)).status,
      (await outsider.fetch(address)).status,
      (await fetchPath(hamlet.site, address)).status,
    ];
    assert.deepEqual(await seen(), [200, 200, 403, 404, 403]);
  }
  const { headers } = await othello.fetch(thumbnailOf(url));
  assert.equal(headers["cache-control"], "private, no-cache");
  const again = await fetchPath(othello.site, `${thumbnailOf(url)}?api_key=${othello.apiKey}`, {
    "if-none-match": headers.etag ?? "",
  });
  assert.equal(again.status, 304);
  for (const name of ["840x560.png", "..%2f..%2fetc", "1x1.webp", "%00"]) {
    assert.ok([400, 404].includes((await hamlet.fetch(thumbnailOf(url, name))).status), name);
  }
  await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: "Nothing" });
  assert.equal((await othello.fetch(thumbnailOf(url))).status, 403);
});

test("a message that was being sent while the thumbnail was being made displays the thumbnail as well", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const url = await uploadAs(hamlet, await picture(), "cat.png");
  // Simulates this order: the message is rendered before the thumbnail exists, and the job searches for messages with
  // the picture before the message is stored.
  const id = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  await server.db.write((tx) => tx.deleteFrom("attachment_message").where("message_id", "=", id).execute());
  await thumbnailsAreMade(hamlet);
  assert.match(await htmlOf(hamlet, id), /image-loading-placeholder/);
  const [events] = await watchEvents([hamlet], () => createShowThumbnailsJob(site).run(context(), { message_id: id }));
  assert.deepEqual(
    events?.map(({ type }) => type),
    ["update_message"],
  );
  assert.match(await htmlOf(hamlet, id), /thumbnail/);
});

test("the stored file and thumbnails of a picture that no longer exists are deleted once they are old, and others are not deleted", async () => {
  const { hamlet } = await createTestOrganization(server);
  const before = (await stored()).length;
  await uploadAs(hamlet, await movingPicture(), "dance.gif");
  await thumbnailsAreMade(hamlet);
  const [attachment] = (await hamlet.callOrThrow("GET", "/attachments")).attachments;
  const purge = (ms: number) => {
    const later = { elapsed: () => clock.elapsed(), now: () => new Date(Date.now() + ms) };
    return deleteOrphanedAttachments(files).run({ ...context(), clock: later }, {});
  };
  await purge(days(3));
  assert.equal((await stored()).length, before + 3);
  await hamlet.callOrThrow("DELETE", `/attachments/${attachment?.id ?? 0}`);
  await purge(days(1));
  assert.equal((await stored()).length, before + 3);
  await purge(days(3));
  assert.equal((await stored()).length, before);
});

test("the register response contains the available thumbnail formats", async () => {
  const { hamlet } = await createTestOrganization(server);
  const { state } = await hamlet.registerQueue();
  assert.deepEqual(
    state["server_thumbnail_formats"],
    [false, true].map((animated) => ({
      name: `840x560${animated ? "-anim" : ""}.webp`,
      max_width: 840,
      max_height: 560,
      format: "webp",
      animated,
    })),
  );
});
