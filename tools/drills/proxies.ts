import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { EventStream } from "@parlance/server/realtime/fixtures/event-stream-client.ts";
import {
  createTusUpload,
  createUpload,
  sendChunk,
  uploadOffset,
} from "@parlance/server/modules/messages/uploads/fixtures/tus.ts";
import { TestUser } from "../../testkit/organization/test-user.ts";
import { ServerProcess } from "../../testkit/servers/server-process.ts";
import { until } from "../../testkit/until.ts";
import type { Drill, DrillContext } from "./drill.ts";
import { proxyNames } from "./proxies/configurations.ts";
import { Proxy } from "./proxies/proxy.ts";

const HOST = "chat.example.com";
const MIB = 2 ** 20;
/** Longest time that polls wait, in seconds. */
const HEARTBEAT_SECONDS = 90;
/** More requests than a client without an account may send. */
const MAX_REQUESTS = 40;
const CONTENTS = ["one", "two", "three"];
const PACKAGES = { nginx: "nginx-light", caddy: "caddy", haproxy: "haproxy", apache2: "apache2" };

export const proxies: Drill = {
  name: "proxies",
  about:
    "behind each reverse proxy in deploy/proxies, polls wait, events arrive immediately, uploads continue, and client addresses are right",
  needs: Object.entries(PACKAGES).map(([command, debianPackage]) => ({ command, debianPackage })),
  minutes: 3,
  run,
};

async function run({ print }: DrillContext): Promise<readonly string[]> {
  await using server = await ServerProcess.start({
    PARLANCE_EXTERNAL_URL: `http://${HOST}`,
    PARLANCE_TRUST_PROXY: "1",
    PARLANCE_HEARTBEAT_SECONDS: String(HEARTBEAT_SECONDS),
    PARLANCE_RATE_LIMITS: "on",
    PARLANCE_RATE_LIMIT_ACCOUNT: "off",
    PARLANCE_RATE_LIMIT_UPLOADS: "off",
    PARLANCE_RATE_LIMIT_ADDRESS: "3600:3",
  });
  const { owner, member } = (await server.demoUsers()) as { owner: TestUser; member: TestUser };
  const results = await Promise.all(
    proxyNames.map(async (name, index) => {
      await using proxy = await Proxy.start(name, [server.port]);
      const site = { port: proxy.port, host: HOST };
      const [sender, reader] = [new TestUser(site, owner), new TestUser(site, member)];
      const problems: string[] = [];
      const check = async (title: string, actual: Promise<unknown>, expected: unknown) => {
        const result = JSON.stringify(await actual.catch(String));
        const succeeds = result === JSON.stringify(expected);
        print(`${name.padEnd(7)} ${succeeds ? "ok" : "FAILED"}  ${title}`);
        if (!succeeds) problems.push(`${name}: ${title}: ${result} instead of ${JSON.stringify(expected)}`);
      };
      const waiting = check(`a poll waits up to ${HEARTBEAT_SECONDS} s`, pollWithoutEvents(reader), "heartbeat");
      await check("events are streamed immediately", streamMessages(sender, reader), CONTENTS);
      await check("a body of 24 MiB is accepted, one of 26 MiB refused", uploadLargeFiles(sender), [200, 413]);
      await check("an interrupted upload continues where it was", interruptUpload(sender), 200);
      await check("clients cannot forge their addresses", useTwoAddresses(proxy.port, index), [429, 200]);
      await check("/metrics is not public", fetchStatus(proxy.port, `127.0.${index}.4`, "", "/metrics"), 403);
      await waiting;
      return problems;
    }),
  );
  return results.flat();
}

/** Polls a queue without events. Returns the type of the first event. */
async function pollWithoutEvents(reader: TestUser): Promise<string | undefined> {
  const client = await reader.registerQueue({ event_types: ["custom_profile_fields"] });
  const { events } = await reader.call("GET", "/events", {
    queue_id: client.queueId,
    last_event_id: client.lastEventId,
  });
  return (events as { type: string }[])[0]?.type;
}

/** Sends each message after the event of the one before was received. Returns the contents of the events. */
async function streamMessages(sender: TestUser, reader: TestUser): Promise<string[]> {
  const channel = await sender.createChannel(`events ${reader.site.port}`, [sender, reader]);
  const client = await reader.registerQueue({ event_types: ["message"], apply_markdown: false });
  using stream = await EventStream.of(reader, client);
  const received: string[] = [];
  for (const content of CONTENTS) {
    await sender.sendToChannel(channel, { topic: "tea", content });
    received.push(await nextContent(stream, channel));
  }
  return received;
}

/** Returns the content of the next message in a channel. Other proxies are tried at the same time. */
async function nextContent(stream: EventStream, channel: number): Promise<string> {
  for (;;) {
    const event = await stream.next();
    if (event === undefined) throw new Error("the event stream has ended");
    if (event.message?.stream_id === channel) return event.message.content;
  }
}

/** Uploads files of 24 and 26 MiB. Returns the statuses. */
async function uploadLargeFiles(sender: TestUser): Promise<unknown[]> {
  const { status } = await sender.upload("/user_uploads", [randomBytes(24 * MIB)]);
  const headers = { ...sender.credentials, host: HOST, "content-length": 26 * MIB, expect: "100-continue" };
  const { port } = sender.site;
  const outgoing = request({ host: "127.0.0.1", port, method: "POST", path: "/api/v1/user_uploads", headers });
  outgoing.on("continue", () => outgoing.end(Buffer.alloc(26 * MIB)));
  outgoing.on("error", () => undefined).flushHeaders();
  const [response] = await once(outgoing, "response");
  outgoing.destroy();
  return [status, response.statusCode];
}

/**
 * Interrupts an upload after the server has received a part of it, and then sends the rest. Returns the status of the
 * last request.
 */
async function interruptUpload(sender: TestUser): Promise<number> {
  const content = randomBytes(8 * MIB);
  const path = await createUpload(sender, content.length);
  const { outgoing } = createTusUpload(sender, "PATCH", path, {
    "content-type": "application/offset+octet-stream",
    "content-length": content.length,
    "upload-offset": 0,
  });
  outgoing.write(content.subarray(0, 6 * MIB), () => outgoing.destroy());
  await until(async () => Number(await uploadOffset(sender, path)) > 0);
  // While the server still receives bytes of the interrupted request, the offset changes, and it responds with 409.
  return until(async () => {
    const offset = Number(await uploadOffset(sender, path));
    const { status } = await sendChunk(sender, path, offset, content.subarray(offset));
    return status !== 409 && status;
  });
}

/**
 * Uses up the requests of one address, with forged addresses in the headers, and then sends a request from another
 * address. Returns the last status for each of them.
 */
async function useTwoAddresses(port: number, index: number): Promise<number[]> {
  let status = 200;
  for (let sent = 0; status === 200 && sent < MAX_REQUESTS; sent += 1)
    status = await fetchStatus(port, `127.0.${index}.2`, `198.51.100.${sent}`);
  return [status, await fetchStatus(port, `127.0.${index}.3`, "198.51.100.1")];
}

/** Sends a request without an account from a loopback address. */
async function fetchStatus(
  port: number,
  localAddress: string,
  forwardedFor: string,
  path = "/api/v1/server_settings",
): Promise<number> {
  const headers = { host: HOST, "x-forwarded-for": forwardedFor };
  const outgoing = request({ host: "127.0.0.1", port, path, localAddress, headers, agent: false }).end();
  const [response] = await once(outgoing, "response");
  response.resume();
  return response.statusCode as number;
}
