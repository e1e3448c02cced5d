import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { until } from "@parlance/testkit";
import type { TestUser } from "@parlance/testkit";
import { htmlOf, previewed, realmWithPreviews, startServerWithWeb } from "../link-previews/fixtures/organization.ts";
import { story } from "../link-previews/fixtures/web.ts";
import { picture } from "./fixtures/pictures.ts";
import { linkTo, uploadAs } from "./fixtures/upload-files.ts";

const { web, server } = await startServerWithWeb();

/** Waits until the message displays a thumbnail, and returns the message's HTML. */
async function withThumbnail(reader: TestUser, message: number): Promise<string> {
  await until(async () => !(await htmlOf(reader, message)).includes("image-loading-placeholder"));
  return htmlOf(reader, message);
}

test("if a thumbnail is added to a message while a linked page is being fetched, it is still there when the page's preview is added", async () => {
  const { hamlet, othello } = await realmWithPreviews(server);
  const url = await uploadAs(hamlet, await picture(1600, 1200), "cat.png");
  const page = Promise.withResolvers<ServerResponse>();
  web.pages.set("/slow", page.resolve);
  const id = await hamlet.sendDirectMessage(othello, { content: `${web.url("/slow")}\n\n${linkTo(url)}` });
  const answer = await page.promise;
  assert.doesNotMatch(await withThumbnail(othello, id), /message_embed/);
  answer.writeHead(200, { "content-type": "text/html" }).end(story());
  assert.match(await previewed(othello, id), /src="\/user_uploads\/thumbnail\//);
});

test("adding a thumbnail to a message does not remove its link preview, and adding a link preview does not remove its thumbnail", async () => {
  const { hamlet, othello } = await realmWithPreviews(server);
  const url = await uploadAs(hamlet, await picture(4000, 3000), "cat.png");
  const page = web.story("/story");
  const id = await hamlet.sendDirectMessage(othello, { content: `${page}\n\n${linkTo(url)}` });
  await previewed(othello, id);
  const html = await withThumbnail(othello, id);
  assert.match(html, /<div class="message_embed">/);
  assert.match(html, /src="\/user_uploads\/thumbnail\//);

  // The reverse order: the page is fetched after the thumbnail has been added.
  const edited = `${web.story("/another")}\n\n${linkTo(url)}`;
  await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: edited });
  assert.match(await previewed(othello, id), /src="\/user_uploads\/thumbnail\//);
});
