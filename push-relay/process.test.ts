import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ChatServer } from "./fixtures/chat-server.ts";
import { RelayProcess } from "./fixtures/relay-process.ts";
import { startServices } from "./fixtures/test-relay.ts";

const PROGRAM = fileURLToPath(new URL("../cli/start.mjs", import.meta.url));

async function folder(cleanup: AsyncDisposableStack): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "parlance-relay-"));
  cleanup.defer(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Runs `parlance push-relay keys`. */
async function keysOf(dataDir: string, ...options: string[]): Promise<string[]> {
  const args = [PROGRAM, "push-relay", "keys", "--data-dir", dataDir, "--json", ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { keys } = JSON.parse(stdout) as { readonly keys: readonly { readonly public_key: string }[] };
  assert.doesNotMatch(stdout, /private/);
  return keys.map(({ public_key: key }) => key);
}

test("acknowledged registrations survive `kill -9` of the relay and of its database", async () => {
  await using cleanup = new AsyncDisposableStack();
  const [dataDir, files] = [await folder(cleanup), await folder(cleanup)];
  const { google, env } = await startServices(files, cleanup);
  const relay = cleanup.use(await RelayProcess.start(dataDir, { ...env, PARLANCE_RELAY_CHECK_MAIL_DOMAINS: "false" }));
  const [publicKey = ""] = await keysOf(dataDir);
  const server = await ChatServer.register(relay.url, { hostname: "chat.example.com" });
  const id = await server.createDevice(publicKey, "fcm", "robot");
  const gone = await server.createDevice(publicKey, "fcm", "gone");
  google.replies.set("gone", [{ status: 404, errorCode: "UNREGISTERED" }]);
  assert.deepEqual((await server.notifyDevices([gone]))["delete_device_ids"], [gone]);

  await relay.kill();
  await relay.restart();
  const answer = await server.notifyDevices([id, gone]);
  assert.deepEqual([answer["android_successfully_sent_count"], answer["delete_device_ids"]], [1, [gone]]);
  assert.equal(google.messagesTo("gone").length, 1);

  const keys = await keysOf(dataDir, "--add");
  assert.deepEqual([keys.length, keys[0]], [2, publicKey]);
  assert.equal(await server.createDevice(keys[1] ?? "", "fcm", "robot"), id);
  assert.equal(await relay.stop(), 0);
});

test("with invalid settings, the relay does not start and the error states the remedy", async () => {
  await using cleanup = new AsyncDisposableStack();
  const dataDir = await folder(cleanup);
  const starts = (env: Readonly<Record<string, string>>) =>
    promisify(execFile)(process.execPath, [PROGRAM, "push-relay", "--port", "0", "--data-dir", dataDir], {
      env: { ...process.env, ...env },
    });
  const cases: [Readonly<Record<string, string>>, RegExp][] = [
    [{ PARLANCE_RELAY_APPLE_TEAM_ID: "TEAM123456" }, /PARLANCE_RELAY_APPLE_KEY_FILE belong together/],
    [{ PARLANCE_RELAY_PORT: "", PARLANCE_RELAY_TRUSTED_PROXIES: "many" }, /PARLANCE_RELAY_TRUSTED_PROXIES is invalid/],
    [{ PARLANCE_RELAY_GOOGLE_ACCOUNT_FILE: PROGRAM }, /PARLANCE_RELAY_GOOGLE_ACCOUNT_FILE is invalid/],
  ];
  for (const [env, complaint] of cases) {
    await assert.rejects(starts(env), (error: { readonly code: number; readonly stderr: string }) => {
      assert.equal(error.code, 1);
      assert.match(error.stderr, complaint);
      return true;
    });
  }
});
