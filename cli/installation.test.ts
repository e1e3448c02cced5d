import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ServerProcess, until } from "@parlance/testkit";
import { runParlanceProcess } from "./fixtures/command-line.ts";

const ZOE = ["--email", "zoe@example.com", "--name", "Zoë Kruger"];

const server = await ServerProcess.start();
test.after(() => server[Symbol.asyncDispose]());

test("commands work without a running server, and with one, whose clients then receive events", async () => {
  const dataDir = ["--data-dir", server.dataDir, "--json"];
  const { owner } = await server.demoUsers();
  assert.ok(owner);
  const client = await owner.registerQueue({ fetch_event_types: [], event_types: ["realm_user"] });

  const created = await runParlanceProcess(["user", "create", ...ZOE, ...dataDir]);
  assert.equal(created.code, 0, created.err);
  const [added] = await client.poll({ block: true });
  assert.equal(added?.["person"]?.user_id, created.json.user_id);
  const key = await runParlanceProcess(["user", "api-key", "zoe@example.com", ...dataDir]);
  assert.equal(key.json.site, `http://127.0.0.1:${server.port}`);

  assert.equal(await server.stop(), 0);
  const listed = await runParlanceProcess(["user", "list", ...dataDir]);
  assert.equal(listed.code, 0, listed.err);
  assert.ok(listed.json.users.some(({ email }) => email === "zoe@example.com"));
  assert.ok(!existsSync(join(server.dataDir, "postgres", "postmaster.pid")), "its database is stopped again");
});

test("while a server is starting, a command waits for it", async () => {
  await server.stop();
  const starting = server.restart();
  // At this point, the server has locked the directory but does not respond yet.
  await until(() => existsSync(join(server.dataDir, "server.lock")));
  const [listed] = await Promise.all([
    runParlanceProcess(["organization", "list", "--json", "--data-dir", server.dataDir]),
    starting,
  ]);
  assert.equal(listed.code, 0, listed.err);
  assert.equal(listed.json.organizations.length, 1);
});
