import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import Fastify from "fastify";
import { ResponseBacklog } from "@parlance/kernel/http/response-backlog.ts";
import { openBuiltClient } from "./built-client.ts";
import { registerClientFiles } from "./serve-client.ts";

const home = await mkdtemp(join(tmpdir(), "parlance-builds-"));
after(() => rm(home, { recursive: true }));

async function builds(name: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  await mkdir(join(home, name, "assets"), { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(home, name, path), content);
  await writeFile(join(home, "newest.json"), JSON.stringify({ folder: name, sources: {} }));
}

/** Serves the files of the built client on a separate port. */
async function serves() {
  const client = await openBuiltClient(pathToFileURL(`${home}/`));
  assert.ok(client);
  const app = Fastify({ exposeHeadRoutes: false });
  app.decorate("outbox", new ResponseBacklog({ bytes: 10_000_000, timeoutMs: 10_000 }));
  registerClientFiles(app, client);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    async gets(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
      return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
        (resolve, failed) => {
          const outgoing = request(origin + path, { method, headers }, (answer) => {
            const parts: Buffer[] = [];
            answer.on("data", (part: Buffer) => parts.push(part));
            answer.on("end", () =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                body: Buffer.concat(parts).toString("latin1"),
              }),
            );
          });
          outgoing.on("error", failed).end();
        },
      );
    },
    [Symbol.asyncDispose]: async () => app.close(),
  };
}

const script = "console.log('first');";

test("hashed files are cached permanently, in an encoding that the browser accepts, and files with fixed names are revalidated", async () => {
  await builds("one", {
    "index.html": "<html></html>",
    "files.json": "[]",
    "assets/a-1.js": script,
    "assets/a-1.js.gz": gzipSync(script),
  });
  await using server = await serves();
  const plain = await server.gets("/assets/a-1.js");
  assert.deepEqual([plain.status, plain.body], [200, script]);
  assert.equal(plain.headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(plain.headers["content-type"], "text/javascript; charset=utf-8");
  const zipped = await server.gets("/assets/a-1.js", { "accept-encoding": "br;q=0, gzip" });
  assert.equal(zipped.headers["content-encoding"], "gzip");
  assert.equal(zipped.headers["vary"], "accept-encoding");
  assert.notEqual(zipped.headers["etag"], plain.headers["etag"]);
  const head = await server.gets("/assets/a-1.js", {}, "HEAD");
  assert.deepEqual([head.status, head.body, head.headers["content-length"]], [200, "", String(script.length)]);
  const again = await server.gets("/assets/a-1.js", { "if-none-match": String(plain.headers["etag"]) });
  assert.deepEqual([again.status, again.body], [304, ""]);
  const files = await server.gets("/files.json");
  assert.equal(files.headers["cache-control"], "public, max-age=0, must-revalidate");
});

test("a page that was open during an upgrade can still load the hashed files of its own build, while files with fixed names are those of the newest build", async () => {
  await builds("one", { "index.html": "<html></html>", "files.json": '["old"]', "assets/a-1.js": script });
  await builds("two", { "index.html": "<html></html>", "files.json": '["new"]', "assets/a-2.js": "2" });
  await using server = await serves();
  assert.equal((await server.gets("/assets/a-1.js")).body, script);
  assert.equal((await server.gets("/assets/a-2.js")).body, "2");
  assert.equal((await server.gets("/files.json")).body, '["new"]');
});

test("files outside the client's build and files of unknown types are not served, and a file whose read failed is read again at the next request", async () => {
  await builds("one", { "index.html": "<html></html>", "assets/a-1.js": script, "assets/b.key": "secret" });
  await using server = await serves();
  for (const path of ["/assets/../newest.json", "/assets/%2e%2e/newest.json", "/assets/none.js", "/assets/b.key"]) {
    const { status } = await server.gets(path);
    assert.deepEqual([path, status], [path, 404]);
  }
  await rm(join(home, "one/assets/a-1.js"));
  assert.equal((await server.gets("/assets/a-1.js")).status, 500);
  await writeFile(join(home, "one/assets/a-1.js"), script);
  assert.equal((await server.gets("/assets/a-1.js")).body, script);
});
