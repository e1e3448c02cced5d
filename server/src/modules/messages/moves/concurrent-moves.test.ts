import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  watchEvents,
  type ApiResponse,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";
import {
  CHANGE_ALL,
  disableAutoFollow,
  moveAs,
  locationOf,
  WITHOUT_NOTICES,
  markAsRead,
  tryMove,
} from "./fixtures/move-messages.ts";

interface Stage extends TestOrganization {
  readonly from: number;
  readonly to: number;
}

async function stage(): Promise<Stage> {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, polonius } = realm;
  await disableAutoFollow(hamlet, othello, cordelia, polonius);
  const from = await othello.createChannel("denmark", [othello, hamlet, cordelia, polonius], WITHOUT_NOTICES);
  const to = await othello.createChannel("norway", [othello, hamlet, cordelia], WITHOUT_NOTICES);
  return { ...realm, from, to };
}

async function written(person: TestUser, channel: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) ids.push(await person.sendToChannel(channel));
  return ids;
}

const faults = (answers: readonly ApiResponse[]) => answers.filter(({ status }) => status >= 500);

test("messages that are sent while their topic is being moved are in the old or the new topic, and all clients agree which", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage();
  const ids = await written(othello, from, 10);
  const sent: Promise<number>[] = [];
  await watchEvents([hamlet, othello, cordelia, polonius], async () => {
    const rounds = [{ topic: "hall" }, { stream_id: to }, { topic: "topic" }, { stream_id: from }];
    for (const how of rounds) {
      sent.push(...[hamlet, cordelia, othello].map((person) => person.sendToChannel(from)));
      await moveAs(othello, ids[0] ?? 0, { ...how, ...CHANGE_ALL });
    }
    await Promise.all(sent);
  });
  const all = [...ids, ...(await Promise.all(sent))];
  const places = await Promise.all(all.map((id) => locationOf(hamlet, id)));
  const known = [from, to].flatMap((channel) => ["topic", "hall"].map((topic) => `${channel},${topic}`));
  for (const place of places) assert.ok(known.includes(String(place)), String(place));
  assert.deepEqual(
    places.slice(0, 10),
    ids.map(() => [from, "topic"]),
  );
});

test("setting flags while messages are being moved to another channel causes no server errors, and users who can no longer read the messages have no stars on them", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage();
  const ids = await written(othello, from, 20);
  const flag = (person: TestUser, messages: number[], op: string, name: string) =>
    person.post("/messages/flags", { messages, op, flag: name });
  const answers: ApiResponse[] = [];
  await watchEvents([hamlet, othello, cordelia, polonius], async () => {
    for (const target of [to, from, to]) {
      answers.push(
        ...(await Promise.all([
          tryMove(othello, ids[0] ?? 0, { stream_id: target, ...CHANGE_ALL }),
          markAsRead(hamlet, ...ids.slice(0, 10)),
          flag(cordelia, ids.slice(5), "add", "starred"),
          flag(polonius, ids.slice(5, 9), "add", "starred"),
          flag(hamlet, ids.slice(0, 5), "remove", "read"),
          flag(cordelia, ids.slice(0, 5), "add", "read"),
        ])),
      );
    }
  });
  assert.deepEqual(faults(answers), []);
  assert.deepEqual(
    await Promise.all(ids.map((id) => locationOf(hamlet, id))),
    ids.map(() => [to, "topic"]),
  );
  const { starred_messages: starred } = (await polonius.registerQueue()).state;
  assert.deepEqual(starred, []);
});

test("concurrent moves of the same topic cause no server errors, and no message is lost", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage();
  const ids = await written(othello, from, 10);
  const first = ids[0] ?? 0;
  const people = [hamlet, othello, cordelia, polonius];
  for (const [one, other] of [
    [{ topic: "a" }, { topic: "b" }],
    [{ topic: "c" }, { stream_id: to }],
    [
      { stream_id: from, topic: "d" },
      { stream_id: from, topic: "e" },
    ],
    [{ topic: "✔ d" }, { topic: "f" }],
  ]) {
    const answers: ApiResponse[] = [];
    await watchEvents(people, async () => {
      answers.push(
        ...(await Promise.all([
          tryMove(hamlet, first, { ...one, ...CHANGE_ALL }),
          tryMove(othello, ids[9] ?? 0, { ...other, ...CHANGE_ALL }),
          cordelia.post(`/messages/${ids[4]}/reactions`, { emoji_name: "tada" }),
          cordelia.patch(`/messages/${ids[5]}`, { topic: "apart" }),
        ])),
      );
    });
    assert.deepEqual(faults(answers), []);
    const places = new Set((await Promise.all(ids.map((id) => locationOf(hamlet, id)))).map(String));
    assert.ok(places.size <= 2, [...places].join(" "));
  }
});

test("when a user subscribes and unsubscribes while messages are being moved, no server error occurs, and other users' clients have the server's state", async () => {
  const { from, to, hamlet, othello, cordelia } = await stage();
  const ids = await written(othello, from, 10);
  const people = [hamlet, othello];
  for (const target of [to, from]) {
    const answers: ApiResponse[] = [];
    await watchEvents(people, async () => {
      answers.push(
        ...(await Promise.all([
          tryMove(othello, ids[0] ?? 0, { stream_id: target, ...CHANGE_ALL }),
          cordelia.delete("/users/me/subscriptions", { subscriptions: ["norway"] }),
          cordelia.post("/users/me/subscriptions", { subscriptions: [{ name: "norway" }] }),
          cordelia.post("/messages/flags", { messages: ids, op: "remove", flag: "read" }),
        ])),
      );
    });
    assert.deepEqual(faults(answers), []);
  }
});
