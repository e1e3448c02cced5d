// Slow: starts and stops servers, and waits for the delays between retries.
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, test } from "node:test";
import { ServerProcess, until } from "@parlance/testkit";

/** Paths of the requests to a relay that never responds. */
const requested: string[] = [];
const silent = createServer((socket) => {
  socket.on("error", () => undefined).once("data", (head) => requested.push(String(head).split(" ")[1] ?? ""));
});
silent.listen(0, "127.0.0.1");
await once(silent, "listening");
const { port } = silent.address() as AddressInfo;
const server = await ServerProcess.start({ PARLANCE_PUSH_RELAY_URL: `http://127.0.0.1:${port}` });
after(async () => {
  await server[Symbol.asyncDispose]();
  silent.close();
});

const requestCount = (what: string): number => requested.filter((path) => path.endsWith(what)).length;

async function untilRequested(what: string, times = 1): Promise<void> {
  await until(() => requestCount(what) >= times);
}

test("a server stops in time although its relay does not respond, and repeats the requests after the next start", async () => {
  const { member } = await server.demoUsers();
  await member?.callOrThrow("POST", "/users/me/android_gcm_reg_id", { token: "robot" });
  await untilRequested("push/register");
  assert.equal(await server.stop(), 0);
  assert.doesNotMatch(server.output, /a job failed/);
  await server.restart();
  await untilRequested("push/register", 2);
});

test("a stopping server does not wait for a test notification", async () => {
  const { owner } = await server.demoUsers();
  await owner?.callOrThrow("POST", "/users/me/android_gcm_reg_id", { token: "one" });
  const answer = owner?.post("/mobile_push/test_notification").catch(() => "cut off");
  await untilRequested("push/test_notification");
  assert.equal(await server.stop(), 0);
  // If the server had waited for the relay's timeout, the client would have got a response.
  assert.equal(await answer, "cut off");
});
