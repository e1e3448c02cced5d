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

/** The HTML of a message, once its thumbnail is shown. */
async function withThumbnail(reader: TestUser, message: number): Promise<string> {
  await until(async () => !(await htmlOf(reader, message)).includes("image-loading-placeholder"));
  return htmlOf(reader, message);
}

test("a thumbnail that comes while a page is fetched stays when its preview comes", async () => {
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

test("a message keeps the previews of pages when a thumbnail comes, and the thumbnail when a preview comes", async () => {
  const { hamlet, othello } = await realmWithPreviews(server);
  const url = await uploadAs(hamlet, await picture(4000, 3000), "cat.png");
  const page = web.story("/story");
  const id = await hamlet.sendDirectMessage(othello, { content: `${page}\n\n${linkTo(url)}` });
  await previewed(othello, id);
  const html = await withThumbnail(othello, id);
  assert.match(html, /<div class="message_embed">/);
  assert.match(html, /src="\/user_uploads\/thumbnail\//);

  // The other way round: a page is looked at when the picture is shown already.
  const edited = `${web.story("/another")}\n\n${linkTo(url)}`;
  await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: edited });
  assert.match(await previewed(othello, id), /src="\/user_uploads\/thumbnail\//);
});
