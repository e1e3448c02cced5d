// Slow: starts, kills and restarts servers with a lot of data.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerProcess, until } from "@parlance/testkit";
import { picture } from "./fixtures/pictures.ts";
import { linkTo, uploadAs } from "./fixtures/upload-files.ts";

const PICTURES = 2;

test("if a server is killed after pictures were uploaded, their thumbnails are made after the restart", async (t) => {
  const server = await ServerProcess.start();
  t.after(() => server[Symbol.asyncDispose]());
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  const image = await picture(5000, 5000);
  const urls = await Promise.all(Array.from({ length: PICTURES }, () => uploadAs(owner, image, "cat.png")));
  const id = await owner.sendDirectMessage(member, { content: urls.map(linkTo).join("\n\n") });
  await server.kill({ database: true });

  await server.restart();
  const shown = async (): Promise<string> => (await member.callOrThrow("GET", `/messages/${id}`)).message.content;
  await until(async () => !(await shown()).includes("image-loading-placeholder"));
  assert.equal((await shown()).match(/src="\/user_uploads\/thumbnail\//g)?.length, PICTURES);
  for (const url of urls) {
    const address = `${url.replace("user_uploads", "user_uploads/thumbnail")}/840x560.webp`;
    assert.equal((await member.fetch(address)).status, 200);
  }
});
