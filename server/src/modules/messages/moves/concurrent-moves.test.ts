import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, watching, type Answer, type Person, type TestRealm } from "@parlance/testkit";
import { ALL, followNothing, moves, placeOf, quiet, reads, tries } from "./fixtures/move-messages.ts";

interface Stage extends TestRealm {
  readonly from: number;
  readonly to: number;
}

async function stage(): Promise<Stage> {
  const realm = await newRealm();
  const { hamlet, othello, cordelia, polonius } = realm;
  await followNothing(hamlet, othello, cordelia, polonius);
  const from = await othello.creates("denmark", [othello, hamlet, cordelia, polonius], quiet);
  const to = await othello.creates("norway", [othello, hamlet, cordelia], quiet);
  return { ...realm, from, to };
}

async function written(person: Person, channel: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) ids.push(await person.writes(channel));
  return ids;
}

const faults = (answers: readonly Answer[]) => answers.filter(({ status }) => status >= 500);

test("what is sent while its topic moves is in one of the two topics, and everybody knows in which", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage();
  const ids = await written(othello, from, 10);
  const sent: Promise<number>[] = [];
  await watching([hamlet, othello, cordelia, polonius], async () => {
    const rounds = [{ topic: "hall" }, { stream_id: to }, { topic: "topic" }, { stream_id: from }];
    for (const how of rounds) {
      sent.push(...[hamlet, cordelia, othello].map((person) => person.writes(from)));
      await moves(othello, ids[0] ?? 0, { ...how, ...ALL });
    }
    await Promise.all(sent);
  });
  const all = [...ids, ...(await Promise.all(sent))];
  const places = await Promise.all(all.map((id) => placeOf(hamlet, id)));
  const known = [from, to].flatMap((channel) => ["topic", "hall"].map((topic) => `${channel},${topic}`));
  for (const place of places) assert.ok(known.includes(String(place)), String(place));
  assert.deepEqual(
    places.slice(0, 10),
    ids.map(() => [from, "topic"]),
  );
});

test("what is marked while it moves to another channel stays marked as it was last", async () => {
  const { from, to, hamlet, othello, cordelia, polonius } = await stage();
  const ids = await written(othello, from, 20);
  const flag = (person: Person, messages: number[], op: string, name: string) =>
    person.post("/messages/flags", { messages, op, flag: name });
  const answers: Answer[] = [];
  await watching([hamlet, othello, cordelia, polonius], async () => {
    for (const target of [to, from, to]) {
      answers.push(
        ...(await Promise.all([
          tries(othello, ids[0] ?? 0, { stream_id: target, ...ALL }),
          reads(hamlet, ...ids.slice(0, 10)),
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
    await Promise.all(ids.map((id) => placeOf(hamlet, id))),
    ids.map(() => [to, "topic"]),
  );
  const { starred_messages: starred } = (await polonius.registers()).state;
  assert.deepEqual(starred, []);
});

test("of two who move the same topic at once both are heard, and nothing is lost", async () => {
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
    const answers: Answer[] = [];
    await watching(people, async () => {
      answers.push(
        ...(await Promise.all([
          tries(hamlet, first, { ...one, ...ALL }),
          tries(othello, ids[9] ?? 0, { ...other, ...ALL }),
          cordelia.post(`/messages/${ids[4]}/reactions`, { emoji_name: "tada" }),
          cordelia.patch(`/messages/${ids[5]}`, { topic: "apart" }),
        ])),
      );
    });
    assert.deepEqual(faults(answers), []);
    const places = new Set((await Promise.all(ids.map((id) => placeOf(hamlet, id)))).map(String));
    assert.ok(places.size <= 2, [...places].join(" "));
  }
});

test("who comes and goes while messages move knows what others know", async () => {
  const { from, to, hamlet, othello, cordelia } = await stage();
  const ids = await written(othello, from, 10);
  const people = [hamlet, othello];
  for (const target of [to, from]) {
    const answers: Answer[] = [];
    await watching(people, async () => {
      answers.push(
        ...(await Promise.all([
          tries(othello, ids[0] ?? 0, { stream_id: target, ...ALL }),
          cordelia.delete("/users/me/subscriptions", { subscriptions: ["norway"] }),
          cordelia.post("/users/me/subscriptions", { subscriptions: [{ name: "norway" }] }),
          cordelia.post("/messages/flags", { messages: ids, op: "remove", flag: "read" }),
        ])),
      );
    });
    assert.deepEqual(faults(answers), []);
  }
});
