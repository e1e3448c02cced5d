import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { htmlOf, previewed, realmWithPreviews, startServerWithWeb } from "../link-previews/fixtures/organization.ts";
import { picture } from "./fixtures/pictures.ts";
import { linkTo, uploads } from "./fixtures/uploading.ts";

const { web, server } = await startServerWithWeb();

test("a message keeps the previews of pages when a thumbnail comes, and the thumbnail when a preview comes", async () => {
  const { hamlet, othello } = await realmWithPreviews(server);
  const url = await uploads(hamlet, await picture(4000, 3000), "cat.png");
  const page = web.story("/story");
  const id = await hamlet.writesTo(othello, { content: `${page}\n\n${linkTo(url)}` });
  await previewed(othello, id);
  const isLoading = async () => (await htmlOf(othello, id)).includes("image-loading-placeholder");
  for (let tries = 0; await isLoading(); tries += 1) {
    assert.ok(tries < 400, "there is no thumbnail");
    await setTimeout(50);
  }
  const html = await htmlOf(othello, id);
  assert.match(html, /<div class="message_embed">/);
  assert.match(html, /src="\/user_uploads\/thumbnail\//);

  // The other way round: a page is looked at when the picture is shown already.
  const edited = `${web.story("/another")}\n\n${linkTo(url)}`;
  await hamlet.does("PATCH", `/messages/${id}`, { content: edited });
  assert.match(await previewed(othello, id), /src="\/user_uploads\/thumbnail\//);
});
