// Slow: starts, kills and restarts servers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerProcess } from "@parlance/testkit";
import { previewed } from "./fixtures/organization.ts";
import { Web } from "./fixtures/web.ts";

test("if the server is killed before a message has its link preview, the preview is added after the restart", async (t) => {
  const web = await Web.start();
  const server = await ServerProcess.start({ PARLANCE_LINK_PREVIEW_INTERNAL_HOSTS: web.host });
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  await owner.callOrThrow("PATCH", "/realm", { inline_url_embed_preview: true });
  // A process runs three of these jobs at a time. The three pages do not respond, so that the job for the next message
  // has to wait.
  const three = Promise.withResolvers<void>();
  for (const path of ["/1", "/2", "/3"]) web.pages.set(path, () => undefined);
  web.onRequest = () => {
    if (web.requestedUrls.length === 3) three.resolve();
  };
  for (const path of ["/1", "/2", "/3"]) await owner.sendDirectMessage(member, { content: web.url(path) });
  await three.promise;
  const message = await owner.sendDirectMessage(member, { content: web.story("/4") });
  await server.kill({ database: false });
  assert.equal(web.count("/4"), 0);
  await server.restart();
  const { member: again } = await server.demoUsers();
  assert.ok(again);
  assert.match(await previewed(again, message), /A story/);
});
