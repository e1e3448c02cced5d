import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { ServerProcess } from "@parlance/testkit";

test("a server stops in time while its relay says nothing, and what it was asked is asked again after the next start", async () => {
  let asked = Promise.withResolvers<void>();
  const silent = createServer((socket) => {
    socket.on("error", () => undefined).once("data", () => asked.resolve());
  });
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  await using server = await ServerProcess.start({ PARLANCE_PUSH_RELAY_URL: `http://127.0.0.1:${port}` });
  const { member } = await server.people();
  await member?.does("POST", "/users/me/android_gcm_reg_id", { token: "robot" });
  await asked.promise;
  assert.equal(await server.stop(), 0);
  assert.doesNotMatch(server.output, /a job failed/);

  asked = Promise.withResolvers();
  await server.startAgain();
  await asked.promise;
  silent.close();
});
