import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, reserveFreePorts, createTestOrganization, startServerWithMail } from "@parlance/testkit";
import { sendRawEmail, SmtpClient } from "../fixtures/smtp-client.ts";

const [port = 0] = await reserveFreePorts(1);
const { server } = await startServerWithMail({
  emailGatewayPattern: "in+%s@mail.parlance.test",
  incomingMailPort: port,
});
const { hamlet } = await createTestOrganization(server);
const channel = await hamlet.createChannel("denmark");
const { email: to } = await hamlet.callOrThrow("GET", `/streams/${channel}/email_address`);
const MAIL = "From: a@example.com\r\n\r\nstill here";

/** Opens connections from one IP address, and calls `prepare` for each of them. */
async function openConnections(count: number, address: string, prepare: (client: SmtpClient) => Promise<unknown>) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = await SmtpClient.connect(port, address);
      await client.reply();
      await prepare(client);
      return client;
    }),
  );
}

test("connections that send nothing or only commands are closed to make room for others", async () => {
  const silent = await openConnections(20, "127.0.0.2", async () => undefined);
  const chatting = await openConnections(20, "127.0.0.3", (client) => client.send("NOOP"));
  assert.equal(await sendRawEmail(port, [to], MAIL), 250);
  const closed = await Promise.all([...silent, ...chatting].map((client) => client.send("NOOP")));
  assert.deepEqual(
    closed.filter((code) => code !== 250),
    [421],
  );
  // If one address has more connections than its share, its own connections are closed.
  const more = await openConnections(10, "127.0.0.3", async () => undefined);
  assert.equal(await more.at(-1)?.send("NOOP"), 250);
  assert.ok(
    (await Promise.all(silent.map((client) => client.send("NOOP")))).filter((code) => code === 250).length >= 19,
  );
  for (const client of [...silent, ...chatting, ...more]) client.close();
});

test("emails that are received slowly are aborted to make room for others, and their mail servers are asked to retry", async () => {
  const slow = await openConnections(20, "127.0.0.4", (client) => client.starts("a@example.com", [to]));
  const also = await openConnections(20, "127.0.0.5", (client) => client.starts("a@example.com", [to]));
  const early = await SmtpClient.connect(port);
  assert.equal(await early.reply(), 421);
  clock.tick(31_000);
  assert.equal(await sendRawEmail(port, [to], MAIL), 250);
  const [first] = [...slow, ...also].filter(({ isClosed }) => isClosed);
  assert.equal(await first?.reply(), 421);
  for (const client of [...slow, ...also]) client.close();
});
