import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import {
  fetchPath,
  createTestOrganization,
  DedicatedPostgres,
  type TestUser,
  SmallDisk,
  startServerOnDatabase,
  withoutDisks,
} from "@parlance/testkit";

const LONG = 9000;

/** Sends long messages until one is rejected. Returns the ids of the acknowledged messages, and the error response. */
async function sendUntilRefused(person: TestUser, channel: number) {
  const acknowledged: number[] = [];
  for (;;) {
    // Random text, which PostgreSQL cannot compress.
    const content = randomBytes(LONG).toString("hex").slice(0, LONG);
    const answer = await person.post("/messages", { type: "channel", to: channel, topic: "long", content });
    if (answer.result !== "success") return { acknowledged, answer };
    acknowledged.push(answer["id"]);
  }
}

test(
  "while the disk is full, only writes are rejected; once there is space again, writes succeed",
  { skip: withoutDisks },
  async () => {
    const disk = new SmallDisk(256);
    await disk.makeWorldWritable();
    const postgres = await DedicatedPostgres.start(disk.folder);
    const server = await startServerOnDatabase(postgres.connection);
    const { hamlet } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("long", [hamlet]);
    const ready = async () => {
      const { status, bytes } = await fetchPath({ port: server.port, host: "127.0.0.1" }, "/ready");
      return [status, (JSON.parse(bytes.toString()) as { code?: string }).code];
    };
    assert.deepEqual(await ready(), [200, undefined]);

    await disk.fill();
    const { acknowledged, answer } = await sendUntilRefused(hamlet, channel);
    assert.deepEqual([answer.status, answer.code, answer.headers["retry-after"]], [503, "DISK_FULL", "30"]);
    assert.deepEqual(await ready(), [503, "DISK_FULL"]);
    assert.equal((await hamlet.get("/users/me")).status, 200);

    await disk.deleteFiller();
    assert.deepEqual(await ready(), [200, undefined]);
    const next = await hamlet.sendToChannel(channel);
    const found = await hamlet.callOrThrow("GET", "/messages", {
      anchor: "newest",
      num_before: 1000,
      num_after: 0,
      narrow: [
        { operator: "channel", operand: channel },
        { operator: "topic", operand: "long" },
      ],
    });
    const there = (found["messages"] as { id: number }[]).map(({ id }) => id);
    assert.deepEqual(there, acknowledged);
    assert.ok(next > 0);
  },
);
