import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import fc from "fast-check";
import {
  assertSameState,
  createTestOrganization,
  type Parameters,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { lockWholeReadState } from "./actions/lock-read-state.ts";
import { packExceptions } from "./actions/storage/packed-exceptions.ts";

/* The server stores the read state as watermarks, read bits and exceptions. The model in this test stores one row per
   user and message. Both must give the same results. */

const NAMES = ["hamlet", "othello", "cordelia"] as const;
const TOPICS = ["north", "North", "south", ""];

/** `open` is public; `secret` is private and has protected history. */
const CHANNELS = ["open", "secret"] as const;
/** The members of each direct message conversation, as indexes into `NAMES`. */
const CONVERSATIONS = [[0, 1], [0], [0, 1, 2]] as const;

const who = fc.nat(NAMES.length - 1);
const channel = fc.constantFrom(...CHANNELS);
/** Indexes into the list of all messages, counted from the newest message. */
const some = fc.oneof(
  fc.array(fc.nat(200), { minLength: 1, maxLength: 5 }),
  fc.tuple(fc.nat(20), fc.nat(200)).map(([from, count]) => Array.from({ length: count + 1 }, (_, n) => from + n)),
);
const op = fc.constantFrom("add" as const, "remove" as const);
const upTo = fc.constantFrom(0, 1, 3, 100);

interface Narrow {
  readonly channel?: string;
  readonly topic?: string;
  readonly is?: "unread" | "starred" | "dm";
  readonly sender?: number;
}
const anyIs = fc.constantFrom("unread", "starred", "dm");
const anyTopic = fc.constantFrom(...TOPICS);
const anyNarrow: fc.Arbitrary<Narrow> = fc.oneof(
  fc.constant({}),
  fc.record({ channel }),
  fc.record({ is: anyIs }),
  fc.record({ topic: anyTopic, sender: who }),
  fc.record({ channel, topic: anyTopic, is: fc.constantFrom("unread", "starred"), sender: who }, { requiredKeys: [] }),
);

const anyCommand = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("send" as const),
      who,
      to: fc.oneof(channel, fc.nat(CONVERSATIONS.length - 1)),
      topic: anyTopic,
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
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("range" as const),
      who,
      op,
      flag: fc.constantFrom("read", "starred"),
      anchor: fc.oneof(
        fc.constantFrom("oldest" as const, "newest" as const),
        fc.constant("first_unread" as const),
        fc.nat(30),
      ),
      before: upTo,
      after: upTo,
      isWithAnchor: fc.boolean(),
      narrow: anyNarrow,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("all read" as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("channel read" as const), who, channel }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("topic read" as const),
      who,
      channel,
      topic: anyTopic,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("join" as const), who, channel }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), who, channel }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("pass" as const), ids: fc.constantFrom(1000, 4096, 9000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("pack" as const) }) },
);
type Command = typeof anyCommand extends fc.Arbitrary<infer C> ? C : never;
type Kind<K extends Command["kind"]> = Extract<Command, { kind: K }>;

interface Sent {
  readonly id: number;
  readonly senderId: number;
  readonly place: string;
  readonly channelId: number | null;
  readonly topic: string;
  /** Ids of the members of a direct message conversation. Empty for channel messages. */
  readonly members: readonly number[];
}
interface OwnRow {
  isRead: boolean;
  isStarred: boolean;
  isHistorical: boolean;
}

/** Models the flags and subscriptions of one user. */
class Reader {
  readonly rows = new Map<number, OwnRow>();
  readonly channels = new Set<string>(CHANNELS);
  readonly person: TestUser;
  constructor(person: TestUser) {
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

  /**
   * Changes a flag in the model. Returns the ids of the messages that change, or null if the server must reject the
   * request.
   */
  mark(mark: Pick<Kind<"mark">, "op" | "flag">, messages: readonly Sent[]): number[] | null {
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

  /**
   * Returns the messages that a narrow finds. In a channel with shared history these are all its messages that match;
   * with an `is` term, and elsewhere, only those that the user received or has flags on.
   */
  finds({ channel: place, topic, is, sender }: Narrow, messages: readonly Sent[]): Sent[] {
    const isHistory = place === "open" && is === undefined;
    const has = {
      unread: ({ id }: Sent) => this.rows.get(id)?.isRead === false,
      starred: ({ id }: Sent) => this.rows.get(id)?.isStarred === true,
      dm: ({ channelId }: Sent) => channelId === null,
    };
    const conditions = [
      (message: Sent) => this.mayRead(message) && (isHistory || this.rows.has(message.id)),
      (message: Sent) => place === undefined || message.place === place,
      (message: Sent) => topic === undefined || (message.channelId && isSameTopic(message.topic, topic)),
      (message: Sent) => sender === undefined || message.senderId === sender,
      (message: Sent) => is === undefined || has[is](message),
    ];
    return messages.filter((message) => conditions.every((isMet) => isMet(message)));
  }

  /**
   * True if the channel that the narrow names is visible to the user. A private channel is visible only to its
   * subscribers.
   */
  knows = ({ channel: place }: Narrow): boolean => place !== "secret" || this.channels.has(place);

  /** Returns the matching messages around an anchor, and whether more messages match before or after them. */
  range(narrow: Narrow, at: number | string, command: Kind<"range">, messages: readonly Sent[]) {
    const found = this.finds(narrow, messages);
    const firstUnread = found.find(({ id }) => this.rows.get(id)?.isRead === false)?.id ?? Infinity;
    const anchor = typeof at === "number" ? at : at === "oldest" ? 0 : at === "newest" ? Infinity : firstUnread;
    const [older, newer] = [found.filter(({ id }) => id < anchor), found.filter(({ id }) => id > anchor)];
    const [before, after] = [anchor === 0 ? 0 : command.before, anchor === Infinity ? 0 : command.after];
    const atAnchor = found.filter(({ id }) => command.isWithAnchor && id === anchor);
    return {
      messages: [...(before > 0 ? older.slice(-before) : []), ...atAnchor, ...newer.slice(0, after)],
      foundOldest: anchor === 0 || older.length < before,
      foundNewest: anchor === Infinity || newer.length < after,
    };
  }

  /** Marks the unread messages among the given ones as read. Returns their ids. */
  reads(messages: readonly Sent[]): number[] {
    return messages.flatMap(({ id }) => {
      const row = this.rows.get(id);
      if (row?.isRead !== false) return [];
      row.isRead = true;
      return [id];
    });
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

const isSameTopic = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Executes each command on the server and in the model. */
class Play {
  readonly realm: TestOrganization;
  readonly channelIds: ReadonlyMap<string, number>;
  readonly readers: readonly Reader[];
  readonly messages: Sent[] = [];
  /** The bot that posts notices. This test ignores its messages. */
  readonly botId: number;

  constructor(realm: TestOrganization, channelIds: ReadonlyMap<string, number>, botId: number) {
    this.realm = realm;
    this.botId = botId;
    this.channelIds = channelIds;
    this.readers = NAMES.map((name) => new Reader(realm[name]));
  }

  async does(command: Command): Promise<void> {
    if (command.kind === "pass") return this.letsPass(command.ids);
    if (command.kind === "pack") return this.packs();
    const reader = this.readers[command.who] ?? assert.fail("nobody");
    if (command.kind === "send") return this.sends(reader, command);
    if (command.kind === "mark") return this.marks(reader, command);
    if (command.kind === "range") return this.marksRange(reader, command);
    if (command.kind !== "join" && command.kind !== "leave") return this.reads(reader, command);
    const names = [command.channel];
    const principals = { principals: [reader.person.id], send_new_subscription_messages: false };
    if (command.kind === "join") {
      const subscriptions = [{ name: command.channel }];
      const joiner = command.channel === "open" ? reader.person : this.realm.desdemona;
      await joiner.callOrThrow("POST", "/users/me/subscriptions", { subscriptions, ...principals });
      reader.channels.add(command.channel);
    } else if (reader.channels.has(command.channel)) {
      await reader.person.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: names });
      reader.leaves(command.channel, this.messages);
    }
  }

  /** Increases the next message id, as if other organizations had sent messages. */
  async letsPass(ids: number): Promise<void> {
    await sql`select setval('message_id', nextval('message_id') + ${ids})`.execute(this.realm.server.db.reader);
  }

  /** Packs the exceptions of all users. On a server, a job does this for users who have many exceptions. */
  async packs(): Promise<void> {
    for (const { person } of this.readers) {
      await this.realm.server.db.write(async (tx) => {
        await lockWholeReadState(tx, person.id);
        await packExceptions(tx, person.id);
      });
    }
  }

  async sends({ person, channels }: Reader, command: Kind<"send">): Promise<void> {
    const { to, topic, isRead } = command;
    const members = typeof to === "number" ? CONVERSATIONS[to]!.map((n) => this.readers[n]!.person.id) : [];
    if (typeof to === "number" ? !members.includes(person.id) : to === "secret" && !channels.has(to)) return;
    for (let n = 0; n < command.times; n += 1) {
      const id = await (typeof to === "number"
        ? person.sendDirectMessage(
            members.map((memberId) => ({ id: memberId }) as TestUser),
            { read_by_sender: isRead },
          )
        : person.sendToChannel(to, { topic, read_by_sender: isRead }));
      const channelId = this.channelIds.get(String(to)) ?? null;
      const message = { id, senderId: person.id, place: String(to), channelId, topic, members };
      this.messages.push(message);
      for (const reader of this.readers.filter((one) => one.receives(message))) {
        const isOwn = reader.person.id === person.id;
        reader.rows.set(id, { isRead: isOwn && isRead, isStarred: false, isHistorical: false });
      }
    }
  }

  async marks(reader: Reader, command: Kind<"mark">): Promise<void> {
    const chosen = [...new Set(command.some)].flatMap((back) => this.messages.at(-1 - back) ?? []);
    const { op: operation, flag } = command;
    const messages = chosen.map(({ id }) => id);
    const { answer, events } = await this.asks(reader, "/messages/flags", { messages, op: operation, flag });
    const changed = reader.mark(command, chosen);
    assert.equal(answer.status, changed ? 200 : 400, answer.msg);
    assert.deepEqual(events, changed ? [changed] : []);
  }

  /**
   * Sends a request. Returns the response, and the message ids in the events that another client of the same user
   * receives.
   */
  async asks({ person }: Reader, path: string, parameters: Parameters) {
    const client = await person.registerQueue({ event_types: ["update_message_flags"] });
    const answer = await person.call("POST", path, parameters);
    const events = await client.poll();
    for (const event of events) assert.equal(event["all"], path === "/mark_all_as_read");
    return { answer, events: events.map((event) => event.messages) };
  }

  async marksRange(reader: Reader, command: Kind<"range">): Promise<void> {
    const { op: operation, flag, before, after } = command;
    const isWithAnchor = command.isWithAnchor || (before > 0 && after > 0);
    const { sender, ...terms } = command.narrow;
    const narrow = sender === undefined ? terms : { ...terms, sender: this.readers[sender]!.person.id };
    const anchor =
      typeof command.anchor === "string" ? command.anchor : (this.messages.at(-1 - command.anchor)?.id ?? "newest");
    const { answer, events } = await this.asks(reader, "/messages/flags/narrow", {
      anchor,
      num_before: before,
      num_after: after,
      include_anchor: isWithAnchor,
      op: operation,
      flag,
      narrow: [
        ...Object.entries(narrow).map(([operator, operand]) => ({ operator, operand })),
        { operator: "sender", operand: this.botId, negated: true },
      ],
    });
    if (!reader.knows(narrow)) return assert.deepEqual([answer.code, events], ["BAD_NARROW", []]);
    const range = reader.range(narrow, anchor, { ...command, isWithAnchor }, this.messages);
    const ignored = range.messages.filter(({ place, channelId }) => channelId && !reader.channels.has(place));
    const changed = reader.mark(command, range.messages) ?? assert.fail("a narrow finds what may be read");
    assert.deepEqual(events, [changed]);
    const { result: _, msg: __, ...page } = answer.body;
    assert.deepEqual(page, {
      processed_count: range.messages.length,
      updated_count: changed.length,
      first_processed_id: range.messages[0]?.id ?? null,
      last_processed_id: range.messages.at(-1)?.id ?? null,
      found_oldest: range.foundOldest,
      found_newest: range.foundNewest,
      ...(flag === "read" &&
        operation === "remove" && {
          ignored_because_not_subscribed_channels: [...new Set(ignored.map(({ channelId }) => channelId!))].sort(
            (a, b) => a - b,
          ),
        }),
    });
  }

  /** Marks all messages, a channel or a topic as read. */
  async reads(reader: Reader, command: Kind<"all read" | "channel read" | "topic read">): Promise<void> {
    if (command.kind === "all read") {
      const { events } = await this.asks(reader, "/mark_all_as_read", {});
      reader.reads(this.messages);
      return assert.deepEqual(events, [[]]);
    }
    const { channel: place } = command;
    const topic = command.kind === "topic read" ? command.topic : undefined;
    const path = topic === undefined ? "/mark_stream_as_read" : "/mark_topic_as_read";
    const parameters = { stream_id: this.channelIds.get(place)!, ...(topic !== undefined && { topic_name: topic }) };
    const { answer, events } = await this.asks(reader, path, parameters);
    const found = this.messages.filter(
      (message) => message.place === place && (topic === undefined || isSameTopic(message.topic, topic)),
    );
    const isRefused =
      (place === "secret" && !reader.channels.has(place)) ||
      (topic !== undefined && !found.some((message) => reader.mayRead(message)));
    assert.equal(answer.status, isRefused ? 400 : 200, answer.msg);
    const read = isRefused ? [] : reader.reads(found);
    assert.deepEqual(events, read.length > 0 ? [read] : []);
  }

  /** Asserts that the read state that the server returns to each user equals the model. */
  async compare(): Promise<void> {
    const people = new Set(this.readers.map(({ person }) => person.id));
    for (const reader of this.readers) {
      const { person, rows } = reader;
      const { state } = await person.registerQueue();
      assert.deepEqual(among(people, state["unread_msgs"]), reader.unread(this.messages));
      const isShown = (message: Sent) => rows.get(message.id)?.isStarred && reader.mayRead(message);
      const starred = this.messages.filter(isShown).map(({ id }) => id);
      assert.deepEqual(state["starred_messages"], starred);
      const visible = this.messages.filter((message) => rows.has(message.id) && reader.mayRead(message));
      const ids = this.messages.map(({ id }) => id);
      const { messages } = await person.callOrThrow("GET", "/messages", { message_ids: ids });
      assert.deepEqual(
        messages.map((message: { id: number; flags: string[] }) => [message.id, message.flags.toSorted()]),
        visible.map(({ id }) => [id, reader.flags(id)]),
      );
    }
  }
}

interface Unread {
  readonly count: number;
  readonly pms: readonly { readonly other_user_id: number; readonly unread_message_ids: readonly number[] }[];
}

/** Removes the messages of the notification bot from the unread messages. */
function among(people: ReadonlySet<number>, unread: Unread): Unread {
  const [own, bots] = [true, false].map((is) => unread.pms.filter((one) => people.has(one.other_user_id) === is));
  const count = bots!.reduce((rest, { unread_message_ids }) => rest - unread_message_ids.length, unread.count);
  return { ...unread, count, pms: own! };
}

test("after any sequence of sending, reading and unsubscribing, the read state equals that of a model with one row per user and message", () =>
  assertProperty(
    fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 40, size: "max" }), async (commands) => {
      const realm = await createTestOrganization();
      const people = NAMES.map((name) => realm[name]);
      const secret = {
        invite_only: true,
        history_public_to_subscribers: false,
        send_new_subscription_messages: false,
      };
      const all = [realm.desdemona, ...people];
      const channelIds = new Map([
        ["open", await realm.desdemona.createChannel("open", all)],
        ["secret", await realm.desdemona.createChannel("secret", all, secret)],
      ]);
      for (const person of people) {
        const { unread_msgs } = (await person.registerQueue()).state;
        const messages = unread_msgs.streams.flatMap(
          (topic: { unread_message_ids: number[] }) => topic.unread_message_ids,
        );
        await person.callOrThrow("POST", "/messages/flags", { messages, op: "add", flag: "read" });
      }
      const newest = { anchor: "newest", num_before: 1 };
      const [notice] = (await realm.desdemona.callOrThrow("GET", "/messages", newest)).messages;
      const clients = await Promise.all(people.map((person) => person.registerQueue()));
      const play = new Play(realm, channelIds, notice!.sender_id);
      for (const one of commands) await play.does(one);
      await play.compare();
      for (const client of clients) {
        const after = await client.user.registerQueue();
        const events = await client.eventsUpTo(after.lastEventId);
        assertSameState(client.user.fullName, client.state, events, after.state);
      }
    }),
    { rounds: 3, exploreRounds: 15 },
  ));
