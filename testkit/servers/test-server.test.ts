import assert from "node:assert/strict";
import { test } from "node:test";
import { putBytes } from "@parlance/kernel/files/file-store.ts";
import { startServer, startServerBeside } from "./test-server.ts";

test("servers share uploaded files if, and only if, they use the same database", async () => {
  const server = await startServer();
  const [beside, other] = [await startServerBeside(server), await startServer()];
  await putBytes(server.files, "avatars/1/picture.png", Buffer.from("a picture"));
  const list = async ({ files }: typeof server) => {
    const names: string[] = [];
    for await (const { name } of files.list("avatars/")) names.push(name);
    return names;
  };
  assert.deepEqual(await list(beside), ["avatars/1/picture.png"]);
  assert.deepEqual(await list(other), []);
});
