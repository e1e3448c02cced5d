import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import fc from "fast-check";
import { assertSameState, newRealm, type Person, type TestRealm } from "@parlance/testkit";

/*
 * The server keeps watermarks, bits and exceptions; here is the naive way, a row for each reader and message. Both must
 * tell the same.
 */

const RUNS = Number(process.env["PARLANCE_TEST_ROUNDS"] ?? 12);
const NAMES = ["hamlet", "othello", "cordelia"] as const;
const TOPICS = ["north", "North", "south", ""];

/** Public, and private with protected history. */
const CHANNELS = ["open", "secret"] as const;
/** Who is in each direct conversation, by place among the names. */
const CONVERSATIONS = [[0, 1], [0], [0, 1, 2]] as const;

const who = fc.nat(NAMES.length - 1);
const channel = fc.constantFrom(...CHANNELS);
/** Places in the list of all messages, counted from the newest. */
const some = fc.oneof(
  fc.array(fc.nat(200), { minLength: 1, maxLength: 5 }),
  fc.tuple(fc.nat(20), fc.nat(200)).map(([from, count]) => Array.from({ length: count + 1 }, (_, n) => from + n)),
);
const op = fc.constantFrom("add" as const, "remove" as const);

const anyCommand = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("send" as const),
      who,
      to: fc.oneof(channel, fc.nat(CONVERSATIONS.length - 1)),
      topic: fc.constantFrom(...TOPICS),
      times: fc.integer({ min: 1, max: 4 }),
      isRead: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("mark" as const),
      who,
      op,
      some,
      flag: fc.constantFrom("read", "starred"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("join" as const), who, channel }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), who, channel }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("pass" as const), ids: fc.constantFrom(1000, 4096, 9000) }) },
);
type Command = typeof anyCommand extends fc.Arbitrary<infer C> ? C : never;

interface Sent {
  readonly id: number;
  readonly senderId: number;
  readonly place: string;
  readonly channelId: number | null;
  readonly topic: string;
  /** Of a direct conversation. */
  readonly members: readonly number[];
}
interface OwnRow {
  isRead: boolean;
  isStarred: boolean;
  isHistorical: boolean;
}

/** What one person has to do with all messages. */
class Reader {
  readonly rows = new Map<number, OwnRow>();
  readonly channels = new Set<string>(CHANNELS);
  readonly person: Person;
  constructor(person: Person) {
    this.person = person;
  }

  receives({ place, members }: Sent): boolean {
    return this.channels.has(place) || members.includes(this.person.id);
  }

  mayRead(message: Sent): boolean {
    if (message.channelId === null) return message.members.includes(this.person.id);
    if (message.place === "open") return true;
    return this.channels.has(message.place) && this.rows.get(message.id)?.isHistorical === false;
  }

  /** The ids that change, or null where the request must be refused. */
  mark(mark: Extract<Command, { kind: "mark" }>, messages: readonly Sent[]): number[] | null {
    const isAdding = mark.op === "add";
    const isMarkingRead = isAdding && mark.flag === "read";
    if (!isMarkingRead && !messages.every((message) => this.mayRead(message))) return null;
    const changed = messages.filter((message) => {
      if (mark.flag === "read" && !isAdding && message.channelId && !this.channels.has(message.place)) return false;
      const row = this.rows.get(message.id) ?? { isRead: true, isStarred: false, isHistorical: true };
      const property = mark.flag === "read" ? "isRead" : "isStarred";
      if (row[property] === isAdding) return false;
      row[property] = isAdding;
      this.rows.set(message.id, row);
      return true;
    });
    return changed.map(({ id }) => id).sort((a, b) => a - b);
  }

  leaves(place: string, messages: readonly Sent[]): void {
    this.channels.delete(place);
    for (const message of messages) {
      const row = this.rows.get(message.id);
      if (row && message.place === place) row.isRead = true;
    }
  }

  flags(id: number): string[] {
    const { isRead, isStarred, isHistorical } = this.rows.get(id) ?? assert.fail("no row");
    return [...(isHistorical ? ["historical"] : []), ...(isRead ? ["read"] : []), ...(isStarred ? ["starred"] : [])];
  }

  unread(messages: readonly Sent[]) {
    const unread = messages.filter(({ id }) => this.rows.get(id)?.isRead === false);
    const groups = (kind: "pms" | "streams" | "huddles", keyOf: (message: Sent) => string) =>
      [
        ...Map.groupBy(
          unread.filter((message) => kindOf(message) === kind),
          keyOf,
        ).values(),
      ].map((group) => ({
        newest: group.at(-1) ?? assert.fail("an empty group"),
        unread_message_ids: group.map(({ id }) => id),
      }));
    const other = ({ members }: Sent) => members.find((id) => id !== this.person.id) ?? this.person.id;
    return {
      count: unread.length,
      pms: groups("pms", ({ place }) => place)
        .map(({ newest, ...ids }) => ({ other_user_id: other(newest), sender_id: other(newest), ...ids }))
        .sort((a, b) => a.other_user_id - b.other_user_id),
      streams: groups("streams", ({ place, topic }) => `${place} ${topic.toLowerCase()}`)
        .map(({ newest, ...ids }) => ({ stream_id: newest.channelId, topic: newest.topic, ...ids }))
        .sort((a, b) => a.stream_id! - b.stream_id! || (a.topic < b.topic ? -1 : 1)),
      huddles: groups("huddles", ({ place }) => place).map(({ newest, ...ids }) => ({
        user_ids_string: newest.members.toSorted((a, b) => a - b).join(),
        ...ids,
      })),
      mentions: [],
      old_unreads_missing: false,
    };
  }
}

const kindOf = ({ channelId, members }: Sent) => (channelId ? "streams" : members.length > 2 ? "huddles" : "pms");

/** The same, done by the server and to the reference. */
class Play {
  readonly realm: TestRealm;
  readonly channelIds: ReadonlyMap<string, number>;
  readonly readers: readonly Reader[];
  readonly messages: Sent[] = [];

  constructor(realm: TestRealm, channelIds: ReadonlyMap<string, number>) {
    this.realm = realm;
    this.channelIds = channelIds;
    this.readers = NAMES.map((name) => new Reader(realm[name]));
  }

  async does(command: Command): Promise<void> {
    if (command.kind === "pass") return this.letsPass(command.ids);
    const reader = this.readers[command.who] ?? assert.fail("nobody");
    if (command.kind === "send") return this.sends(reader, command);
    if (command.kind === "mark") return this.marks(reader, command);
    const names = JSON.stringify([command.channel]);
    const principals = { principals: [reader.person.id], send_new_subscription_messages: false };
    if (command.kind === "join") {
      const subscriptions = [{ name: command.channel }];
      const joiner = command.channel === "open" ? reader.person : this.realm.desdemona;
      await joiner.does("POST", "/users/me/subscriptions", { subscriptions, ...principals });
      reader.channels.add(command.channel);
    } else if (reader.channels.has(command.channel)) {
      await reader.person.does("DELETE", "/users/me/subscriptions", { subscriptions: names });
      reader.leaves(command.channel, this.messages);
    }
  }

  /** Lets other organizations send so many messages. */
  async letsPass(ids: number): Promise<void> {
    await sql`select setval('message_id', nextval('message_id') + ${ids})`.execute(this.realm.server.db.reader);
  }

  async sends({ person, channels }: Reader, command: Extract<Command, { kind: "send" }>): Promise<void> {
    const { to, topic, isRead } = command;
    const members = typeof to === "number" ? CONVERSATIONS[to]!.map((n) => this.readers[n]!.person.id) : [];
    if (typeof to === "number" ? !members.includes(person.id) : to === "secret" && !channels.has(to)) return;
    for (let n = 0; n < command.times; n += 1) {
      const id = await (typeof to === "number"
        ? person.writesTo(
            members.map((memberId) => ({ id: memberId }) as Person),
            { read_by_sender: isRead },
          )
        : person.writes(to, { topic, read_by_sender: isRead }));
      const channelId = this.channelIds.get(String(to)) ?? null;
      const message = { id, senderId: person.id, place: String(to), channelId, topic, members };
      this.messages.push(message);
      for (const reader of this.readers.filter((one) => one.receives(message))) {
        const isOwn = reader.person.id === person.id;
        reader.rows.set(id, { isRead: isOwn && isRead, isStarred: false, isHistorical: false });
      }
    }
  }

  async marks(reader: Reader, command: Extract<Command, { kind: "mark" }>): Promise<void> {
    const chosen = [...new Set(command.some)].flatMap((place) => this.messages.at(-1 - place) ?? []);
    const { op: operation, flag } = command;
    const messages = chosen.map(({ id }) => id);
    const client = await reader.person.registers({ event_types: ["update_message_flags"] });
    const answer = await reader.person.post("/messages/flags", { messages, op: operation, flag });
    const [event] = await client.polls();
    const changed = reader.mark(command, chosen);
    assert.equal(answer.status, changed ? 200 : 400, answer.msg);
    assert.deepEqual(event?.["messages"], changed ?? undefined);
  }

  /** Compares what the server tells each person with the reference. */
  async compare(): Promise<void> {
    const people = new Set(this.readers.map(({ person }) => person.id));
    for (const reader of this.readers) {
      const { person, rows } = reader;
      const { state } = await person.registers();
      assert.deepEqual(among(people, state["unread_msgs"]), reader.unread(this.messages));
      const starred = this.messages.filter(({ id }) => rows.get(id)?.isStarred).map(({ id }) => id);
      assert.deepEqual(state["starred_messages"], starred);
      const visible = this.messages.filter((message) => rows.has(message.id) && reader.mayRead(message));
      const ids = this.messages.map(({ id }) => id);
      const { messages } = await person.does("GET", "/messages", { message_ids: ids });
      assert.deepEqual(
        messages.map((message: { id: number; flags: string[] }) => [message.id, message.flags.toSorted()]),
        visible.map(({ id }) => [id, reader.flags(id)]),
      );
    }
  }
}

interface Told {
  readonly count: number;
  readonly pms: readonly { readonly other_user_id: number; readonly unread_message_ids: readonly number[] }[];
}

/** Without what the notification bot wrote. */
function among(people: ReadonlySet<number>, unread: Told): Told {
  const [own, bots] = [true, false].map((is) => unread.pms.filter((one) => people.has(one.other_user_id) === is));
  const count = bots!.reduce((rest, { unread_message_ids }) => rest - unread_message_ids.length, unread.count);
  return { ...unread, count, pms: own! };
}

test(
  "whatever is sent, read and left, the read state is that of a row for each reader and message",
  { timeout: 600_000 },
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 40, size: "max" }), async (commands) => {
        const realm = await newRealm();
        const people = NAMES.map((name) => realm[name]);
        const secret = {
          invite_only: true,
          history_public_to_subscribers: false,
          send_new_subscription_messages: false,
        };
        const all = [realm.desdemona, ...people];
        const channelIds = new Map([
          ["open", await realm.desdemona.creates("open", all)],
          ["secret", await realm.desdemona.creates("secret", all, secret)],
        ]);
        for (const person of people) {
          const { unread_msgs } = (await person.registers()).state;
          const messages = unread_msgs.streams.flatMap(
            (topic: { unread_message_ids: number[] }) => topic.unread_message_ids,
          );
          await person.does("POST", "/messages/flags", { messages, op: "add", flag: "read" });
        }
        const clients = await Promise.all(people.map((person) => person.registers()));
        const play = new Play(realm, channelIds);
        for (const one of commands) await play.does(one);
        await play.compare();
        for (const client of clients) {
          const after = await client.person.registers();
          const events = await client.eventsUpTo(after.lastEventId);
          assertSameState(client.person.fullName, client.state, events, after.state);
        }
      }),
      { numRuns: RUNS },
    ),
);
