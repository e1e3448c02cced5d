import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { fetchAt, newRealm, OwnPostgres, type Person, SmallDisk, startServerOn, withoutDisks } from "@parlance/testkit";

const LONG = 9000;

/** Sends long messages until one is refused; what was acknowledged, and the refusal. */
async function sendUntilRefused(person: Person, channel: number) {
  const acknowledged: number[] = [];
  for (;;) {
    // Text that cannot be compressed.
    const content = randomBytes(LONG).toString("hex").slice(0, LONG);
    const answer = await person.post("/messages", { type: "channel", to: channel, topic: "long", content });
    if (answer.result !== "success") return { acknowledged, answer };
    acknowledged.push(answer["id"]);
  }
}

test(
  "while the disk is full, what has to be written is refused and all else goes on; with room again, so do the writes",
  { skip: withoutDisks },
  async () => {
    const disk = new SmallDisk(256);
    await disk.openToAll();
    const postgres = await OwnPostgres.start(disk.folder);
    const server = await startServerOn(postgres.connection);
    const { hamlet } = await newRealm(server);
    const channel = await hamlet.creates("long", [hamlet]);
    const ready = async () => {
      const { status, bytes } = await fetchAt({ port: server.port, host: "127.0.0.1" }, "/ready");
      return [status, (JSON.parse(bytes.toString()) as { code?: string }).code];
    };
    assert.deepEqual(await ready(), [200, undefined]);

    await disk.fill();
    const { acknowledged, answer } = await sendUntilRefused(hamlet, channel);
    assert.deepEqual([answer.status, answer.code, answer.headers["retry-after"]], [503, "DISK_FULL", "30"]);
    assert.deepEqual(await ready(), [503, "DISK_FULL"]);
    assert.equal((await hamlet.get("/users/me")).status, 200);

    await disk.clear();
    assert.deepEqual(await ready(), [200, undefined]);
    const next = await hamlet.writes(channel);
    const found = await hamlet.does("GET", "/messages", {
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
