import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newRealm, type Parameters, type Person, type TestRealm } from "@parlance/testkit";

/*
 * The server finds messages by indexes, periods, watermarks and flags; here is the naive way: a list of all messages
 * that is filtered from one end to the other. Both must find the same.
 */

const RUNS = Number(process.env["PARLANCE_TEST_ROUNDS"] ?? 12);
const NEWEST = 10_000_000_000_000_000;
const CHANNELS = ["open", "loud", "shared", "secret"] as const;
type ChannelName = (typeof CHANNELS)[number];
const PRIVACY: Record<ChannelName, Parameters> = {
  open: {},
  loud: {},
  shared: { invite_only: true, history_public_to_subscribers: true },
  secret: { invite_only: true, history_public_to_subscribers: false },
};
const TOPICS = ["north", "North", "south", "\u2714 north", ""];
const SENDERS = ["othello", "cordelia", "hamlet"] as const;
/** Conversations of Hamlet's, by the others in them. */
const CONVERSATIONS = { pair: ["othello"], group: ["othello", "cordelia"], note: ["hamlet"] } as const;
type Conversation = keyof typeof CONVERSATIONS;

const channel = fc.constantFrom(...CHANNELS);
const topic = fc.constantFrom(...TOPICS);
const sender = fc.constantFrom(...SENDERS);
const conversation = fc.constantFrom<Conversation[]>("pair", "group", "note");
const nth = fc.nat(40);

const anyDeed = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("send" as const),
      sender,
      to: fc.oneof({ weight: 3, arbitrary: channel }, { weight: 1, arbitrary: conversation }),
      topic,
      says: fc.constantFrom("words", "@**King Hamlet**", "@**all**", "https://example.com"),
      isRead: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("read" as const), nth, count: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("unread" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("star" as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move" as const), channel }) },
);
type Deed = typeof anyDeed extends fc.Arbitrary<infer D> ? D : never;

const anyTerm = fc.record({
  negated: fc.boolean(),
  term: fc.oneof(
    fc.tuple(fc.constant("channel" as const), channel),
    fc.tuple(fc.constant("channels" as const), fc.constant("public")),
    fc.tuple(fc.constant("topic" as const), topic),
    fc.tuple(fc.constant("dm" as const), conversation),
    fc.tuple(fc.constant("dm-including" as const), sender),
    fc.tuple(fc.constant("sender" as const), sender),
    fc.tuple(fc.constant("has" as const), fc.constant("link")),
    fc.tuple(fc.constant("in" as const), fc.constant("home")),
    fc.tuple(
      fc.constant("is" as const),
      fc.constantFrom("dm", "starred", "unread", "mentioned", "resolved", "alerted", "muted"),
    ),
  ),
});
type AnyTerm = typeof anyTerm extends fc.Arbitrary<infer T> ? T : never;

const anyQuestion = fc.record({
  terms: fc.array(anyTerm, { maxLength: 3 }),
  anchor: fc.oneof(nth, fc.constantFrom("newest" as const, "oldest" as const, "first_unread" as const)),
  offset: fc.integer({ min: -1, max: 1 }),
  before: fc.constantFrom(0, 1, 3, 100),
  after: fc.constantFrom(0, 1, 3, 100),
});
type Question = typeof anyQuestion extends fc.Arbitrary<infer Q> ? Q : never;

interface Sent {
  readonly id: number;
  readonly place: ChannelName | Conversation;
  readonly topic: string;
  readonly sender: string;
  readonly says: string;
  isReceived: boolean;
  isUnread: boolean;
  isStarred: boolean;
  /** Whether something of Hamlet's is kept with it. */
  isKept: boolean;
}

const isChannel = (place: string): place is ChannelName => place in PRIVACY;
const isPublic = (place: string) => place === "open" || place === "loud";

/** What Hamlet does and reads, done by the server and to the list. */
class Play {
  readonly realm: TestRealm;
  readonly messages: Sent[] = [];
  readonly subscribed = new Set<string>();

  constructor(realm: TestRealm) {
    this.realm = realm;
  }

  /** What the server itself wrote into a channel, before Hamlet came. */
  async opens(name: ChannelName): Promise<void> {
    const { othello, cordelia } = this.realm;
    await othello.creates(name, [othello, cordelia], PRIVACY[name]);
    const narrow = [["channel", name]];
    const { messages } = await othello.does("GET", "/messages", { anchor: "oldest", num_after: 10, narrow });
    for (const { id, subject } of messages as { id: number; subject: string }[]) {
      const notice = { id, place: name, topic: subject, sender: "bot", says: "" };
      this.messages.push({ ...notice, isReceived: false, isUnread: false, isStarred: false, isKept: false });
    }
  }

  get hamlet(): Person {
    return this.realm.hamlet;
  }
  at(place: number): Sent | undefined {
    return this.messages[place % this.messages.length];
  }

  async does(deed: Deed): Promise<void> {
    if (deed.kind === "send") return this.sends(deed);
    if (deed.kind === "move") return this.moves(deed.channel);
    const chosen = this.at(deed.nth);
    if (!chosen) return;
    if (deed.kind === "read") {
      const read = this.messages.slice(this.messages.indexOf(chosen)).slice(0, deed.count + 1);
      await this.flags("add", "read", read);
      for (const message of read) message.isUnread = false;
    } else if (deed.kind === "star" && this.mayRead(chosen)) {
      await this.flags("add", "starred", [chosen]);
      chosen.isStarred = true;
      chosen.isKept = true;
    } else if (
      deed.kind === "unread" &&
      this.mayRead(chosen) &&
      (!isChannel(chosen.place) || this.subscribed.has(chosen.place))
    ) {
      await this.flags("remove", "read", [chosen]);
      chosen.isUnread = true;
      chosen.isKept = true;
    }
  }

  flags(op: string, flag: string, messages: readonly Sent[]) {
    return this.hamlet.does("POST", "/messages/flags", { op, flag, messages: messages.map(({ id }) => id) });
  }

  async sends({ sender: name, to, topic: about, says, isRead }: Extract<Deed, { kind: "send" }>): Promise<void> {
    const person = this.realm[name];
    if (isChannel(to) && name === "hamlet" && !isPublic(to) && !this.subscribed.has(to)) return;
    const others = isChannel(to) ? [] : [...CONVERSATIONS[to], "hamlet" as const];
    if (!isChannel(to) && !others.includes(name)) return;
    const more = { content: says, read_by_sender: isRead };
    const id = await (isChannel(to)
      ? person.writes(to, { topic: about, ...more })
      : person.writesTo(
          others.map((other) => this.realm[other]),
          more,
        ));
    const isReceived = !isChannel(to) || this.subscribed.has(to);
    const isUnread = isReceived && !(name === "hamlet" && isRead);
    const placed = { id, place: to, topic: isChannel(to) ? about : "", sender: name, says };
    this.messages.push({ ...placed, isReceived, isUnread, isStarred: false, isKept: isReceived });
  }

  async moves(name: ChannelName): Promise<void> {
    if (this.subscribed.delete(name)) {
      await this.hamlet.does("DELETE", "/users/me/subscriptions", { subscriptions: [name] });
      for (const message of this.messages) if (message.place === name) message.isUnread = false;
    } else {
      await this.joins(name);
    }
  }

  async joins(name: ChannelName): Promise<void> {
    await this.realm.othello.does("POST", "/users/me/subscriptions", {
      subscriptions: [{ name }],
      principals: [this.hamlet.id],
      send_new_subscription_messages: false,
    });
    this.subscribed.add(name);
    if (name === "loud") await this.mutes();
  }

  mutes() {
    const { server, realmId } = this.realm;
    return server.db.write((tx) =>
      tx
        .updateTable("subscription")
        .set({ is_muted: true })
        .where("user_id", "=", this.hamlet.id)
        .where("channel_id", "in", (db) =>
          db.selectFrom("channel").select("id").where("realm_id", "=", realmId).where("name", "=", "loud"),
        )
        .execute(),
    );
  }

  readsPlace = (place: string) => !isChannel(place) || isPublic(place) || this.subscribed.has(place);
  mayRead = ({ place, isReceived, isKept }: Sent) =>
    this.readsPlace(place) && (place !== "secret" || isReceived || isKept);
  isMuted = (place: string) => place === "loud" && this.subscribed.has(place);

  matches({ term: [operator, operand], negated }: AnyTerm, message: Sent): boolean {
    return this.#holds(operator, operand, message) !== negated;
  }

  #holds(operator: AnyTerm["term"][0], operand: string, message: Sent): boolean {
    const { place, says } = message;
    switch (operator) {
      case "channel":
      case "dm":
        return place === operand;
      case "channels":
        return isPublic(place);
      case "topic":
        return isChannel(place) && message.topic.toLowerCase() === operand.toLowerCase();
      case "dm-including":
        if (isChannel(place)) return false;
        return operand === "hamlet" || (CONVERSATIONS[place] as readonly string[]).includes(operand);
      case "sender":
        return message.sender === operand;
      case "has":
        return says.startsWith("https:");
      case "in":
        return !this.isMuted(place);
      case "is":
        return this.#is(operand, message);
    }
  }

  #is(word: string, { place, says, topic: about, isReceived, isUnread, isStarred }: Sent): boolean {
    const isMentioned = isReceived && (says.includes("Hamlet") || (says.includes("all") && isChannel(place)));
    const words: Record<string, boolean> = {
      dm: !isChannel(place),
      starred: isStarred,
      unread: isUnread,
      mentioned: isMentioned,
      resolved: about.startsWith("\u2714"),
      muted: this.isMuted(place),
    };
    return words[word] ?? false;
  }

  finds(terms: readonly AnyTerm[]): Sent[] {
    const plain = terms.filter(({ negated }) => !negated).map(({ term }) => term);
    const isPersonal = terms.some(({ term: [operator, operand] }) => operator === "is" && operand !== "resolved");
    const opens = plain.some(
      ([operator, operand]) =>
        (operator === "channel" && operand !== "secret" && this.readsPlace(operand)) || operator === "channels",
    );
    const isOwn = isPersonal || !opens;
    return this.messages.filter(
      (message) =>
        this.mayRead(message) && (!isOwn || message.isKept) && terms.every((term) => this.matches(term, message)),
    );
  }

  flagsOf({ isUnread, isStarred, isReceived, says, place }: Sent): string[] {
    const flags = isUnread ? [] : ["read"];
    if (isStarred) flags.push("starred");
    if (isReceived && says.includes("Hamlet")) flags.push("mentioned");
    if (isReceived && says.includes("all") && isChannel(place))
      flags.push("stream_wildcard_mentioned", "wildcard_mentioned");
    if (!isReceived) flags.push("historical");
    return flags;
  }

  async asks({ terms, anchor: wanted, offset, before, after }: Question): Promise<void> {
    const anchor = typeof wanted === "string" ? wanted : (this.at(wanted)?.id ?? 1) + offset;
    const narrow = terms.map(({ term: [operator, operand], negated }) => ({
      operator,
      operand: this.#wire(operator, operand),
      negated,
    }));
    const answer = await this.hamlet.get("/messages", { narrow, anchor, num_before: before, num_after: after });
    const context = JSON.stringify({ narrow, anchor, before, after });
    if (isImpossible(terms)) return assert.equal(answer.code, "BAD_NARROW", context);
    assert.equal(answer.result, "success", `${answer.msg} ${context}`);
    const told = (answer["messages"] as { id: number; flags: string[] }[]).map(({ id, flags }) => [
      id,
      flags.toSorted(),
    ]);

    const at = this.#anchor(anchor, terms);
    assert.equal(answer["anchor"], at, context);
    const found = this.finds(terms);
    const older = found.filter(({ id }) => id < at && at > 0);
    const newer = found.filter(({ id }) => id > at && at < NEWEST);
    const page = [
      ...(before > 0 ? older.slice(-before) : []),
      ...found.filter(({ id }) => id === at),
      ...newer.slice(0, after),
    ];
    assert.deepEqual(
      told,
      page.map((message) => [message.id, this.flagsOf(message).toSorted()]),
      context,
    );
  }

  #anchor(anchor: number | string, terms: readonly AnyTerm[]): number {
    if (typeof anchor === "number") return Math.max(anchor, 0);
    if (anchor !== "first_unread") return anchor === "newest" ? NEWEST : 0;
    const names = terms.some(({ term: [operator], negated }) => operator === "channel" && !negated);
    const isForbidden = terms.some(
      ({ term: [operator, operand], negated }) => operator === "channel" && !negated && !this.readsPlace(operand),
    );
    const unread = this.messages.filter(
      (message) =>
        message.isUnread &&
        this.mayRead(message) &&
        (names || !this.isMuted(message.place)) &&
        terms.every((term) => this.matches(term, message)),
    );
    return isForbidden ? NEWEST : (unread[0]?.id ?? NEWEST);
  }

  #wire(operator: string, operand: string) {
    if (operator === "dm") return CONVERSATIONS[operand as Conversation].map((name) => this.realm[name].id);
    return operator === "sender" || operator === "dm-including" ? this.realm[operand as "hamlet"].id : operand;
  }
}

/** Of the settings that follow or unmute topics by themselves. */
const NEVER = 4;

/** Whether terms ask for a channel message and for a direct one. */
function isImpossible(terms: readonly AnyTerm[]): boolean {
  const plain = terms
    .filter(({ negated }) => !negated)
    .map(({ term: [operator, operand] }) => `${operator} ${operand}`);
  return (
    plain.some((term) => /^(channel|topic|is resolved)/.test(term)) && plain.some((term) => /^(dm|is dm)/.test(term))
  );
}

test(
  "whatever was written, read and left, a narrow finds what a look at every message finds",
  { timeout: 600_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(anyDeed, { minLength: 1, maxLength: 40, size: "max" }),
        fc.array(anyQuestion, { minLength: 25, maxLength: 25 }),
        async (deeds, questions) => {
          const realm = await newRealm();
          // Topics are muted and unmuted by nothing but the deeds.
          await realm.hamlet.does("PATCH", "/settings", {
            automatically_follow_topics_policy: NEVER,
            automatically_unmute_topics_in_muted_streams_policy: NEVER,
            automatically_follow_topics_where_mentioned: false,
          });
          const play = new Play(realm);
          for (const name of CHANNELS) await play.opens(name);
          for (const name of CHANNELS) await play.joins(name);
          for (const deed of deeds) await play.does(deed);
          for (const question of questions) await play.asks(question);
        },
      ),
      { numRuns: RUNS },
    ),
);
