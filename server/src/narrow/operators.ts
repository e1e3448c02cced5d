import { sql } from "kysely";
import { BadNarrow } from "./errors.ts";
import type { Bounds, Meaning, NarrowTopic, PersonalWord, Scope } from "./meaning.ts";
import { messageId, reference, references, text, written } from "./operands.ts";
import type { Operand } from "./terms.ts";

/** What stands before the topics of questions that are settled. */
export const RESOLVED_PREFIX = "\u2714 ";

/** How a term of some operator is understood. Null: it finds everything, negated or not. */
type Operator = (operand: Operand, scope: Scope) => Meaning | null | Promise<Meaning | null>;

/** Another spelling of the operators with a `-` is one with a `_`, in old clients. */
const names: Readonly<Record<string, string>> = {
  stream: "channel",
  streams: "channels",
  "pm-with": "dm",
  pm_with: "dm",
  group_pm_with: "group-pm-with",
};

const nothing: Omit<Meaning, "bounds"> = { of: "message", sql: sql<boolean>`false`, matches: () => false };

/** Messages of some recipients. */
function among(recipientIds: readonly number[], { columns }: Scope, bounds: Bounds): Meaning {
  const known = new Set(recipientIds);
  return {
    of: "place",
    sql: sql`${columns.recipientId} = any(${recipientIds}::int[])`,
    matches: (message) => known.has(message.recipientId),
    bounds: { ...bounds, recipientIds },
  };
}

const directMessages = ({ columns }: Scope): Meaning => ({
  of: "place",
  sql: sql`${columns.channelId} is null`,
  matches: ({ channel }) => channel === null,
  bounds: { kind: "direct" },
});

async function userNamed(operand: number | string, { directory }: Scope): Promise<number> {
  const id = await directory.user(operand);
  if (id === null) throw new BadNarrow({ desc: `unknown user ${operand}` });
  return id;
}

const personal =
  (word: PersonalWord, matches: Meaning["matches"]) =>
  ({ columns }: Scope): Meaning => ({ of: "message", sql: columns[word], matches, bounds: { personal: word } });

type Content = "has_link" | "has_image" | "has_attachment" | "has_reaction";

const has = (column: Content, matches: Meaning["matches"]) => (): Meaning => ({
  of: "message",
  sql: sql`message.${sql.raw(column)}`,
  matches,
});

/** Messages of some topics. */
function within(topics: readonly NarrowTopic[], { columns }: Scope): Omit<Meaning, "bounds"> {
  if (topics.length === 0) return nothing;
  return {
    of: "message",
    sql: sql`(${columns.recipientId}, message.topic_key) in (
      select * from unnest(
        ${topics.map(({ recipientId }) => recipientId)}::int[], ${topics.map(({ topicKey }) => topicKey)}::text[]
      )
    )`,
    matches: ({ recipientId, topic }) =>
      topics.some((one) => one.recipientId === recipientId && one.topicKey === topic.toLowerCase()),
  };
}

/** What the policy of a topic says counts before that of its channel. */
async function muted(scope: Scope): Promise<Meaning> {
  const { mutedRecipientIds, ...topics } = await scope.directory.ownTopics();
  const known = new Set(mutedRecipientIds);
  const inChannels = sql<boolean>`${scope.columns.recipientId} = any(${mutedRecipientIds}::int[])`;
  if (topics.muted.length === 0 && topics.unmuted.length === 0) {
    return { of: "place", sql: inChannels, matches: ({ recipientId }) => known.has(recipientId) };
  }
  const [own, others] = [within(topics.muted, scope), within(topics.unmuted, scope)];
  return {
    of: "message",
    sql: sql`(${own.sql} or (${inChannels} and not ${others.sql}))`,
    matches: (message) => own.matches(message) || (known.has(message.recipientId) && !others.matches(message)),
  };
}

async function followed(scope: Scope): Promise<Meaning> {
  const topics = (await scope.directory.ownTopics()).followed;
  const recipientIds = [...new Set(topics.map(({ recipientId }) => recipientId))];
  return { ...within(topics, scope), bounds: { kind: "channel", recipientIds } };
}

/** The same, turned round. */
export const opposite = ({ of, sql: condition, matches }: Meaning): Meaning => ({
  of,
  sql: sql`not (${condition})`,
  matches: (message) => !matches(message),
});

/** Messages outside what the reader muted. */
export const inHome = async (scope: Scope): Promise<Meaning> => opposite(await muted(scope));

/** An operator whose operands are a few words. */
const choice =
  (words: Readonly<Record<string, (scope: Scope) => ReturnType<Operator>>>, unknown: string): Operator =>
  (operand, scope) => {
    const word = text(operand);
    if (!Object.hasOwn(words, word)) throw new BadNarrow({ desc: `${unknown} ${word}` });
    return words[word]?.(scope) ?? null;
  };

const channelsThatAre =
  (which: "public" | "web-public") =>
  ({ columns }: Scope): Meaning => {
    const condition = which === "public" ? sql`not channel.invite_only` : sql`channel.is_web_public`;
    return {
      of: "place",
      sql: sql`coalesce((select ${condition} from channel where channel.id = ${columns.channelId}), false)`,
      matches: ({ channel }) => (which === "public" ? channel?.isPublic : channel?.isWebPublic) ?? false,
      bounds: { kind: "channel", channels: which },
    };
  };

const resolved = (): Meaning => ({
  of: "message",
  sql: sql`starts_with(message.topic, ${sql.lit(RESOLVED_PREFIX)})`,
  matches: ({ topic }) => topic.startsWith(RESOLVED_PREFIX),
  bounds: { kind: "channel" },
});

/** Everything a search can say, in one table: of each operator, which operands there are and what they mean. */
const operators: Readonly<Record<string, Operator>> = {
  async channel(operand, scope) {
    const channel = await scope.directory.channel(reference(operand));
    if (!channel) throw new BadNarrow({ desc: `unknown channel ${written(operand)}` });
    return among([channel.recipientId], scope, { kind: "channel", channel });
  },

  channels: choice(
    { public: channelsThatAre("public"), "web-public": channelsThatAre("web-public") },
    "unknown channels operand",
  ),

  topic(operand, { columns, emptyTopicName }) {
    const name = text(operand);
    const topicKey = (name === emptyTopicName ? "" : name).toLowerCase();
    return {
      of: "message",
      sql: sql`(message.topic_key = ${topicKey} and ${columns.channelId} is not null)`,
      matches: ({ channel, topic }) => channel !== null && topic.toLowerCase() === topicKey,
      bounds: { kind: "channel", topicKey },
    };
  },

  async dm(operand, scope) {
    const people = references(operand);
    const userIds = await Promise.all(people.map((person) => scope.directory.user(person)));
    if (userIds.includes(null)) throw new BadNarrow({ desc: `unknown user in ${written(operand)}` });
    if (people.length === 0) return { ...nothing, bounds: { kind: "direct" } };
    const recipientId = await scope.directory.conversation([scope.userId, ...(userIds as number[])]);
    return among(recipientId === null ? [] : [recipientId], scope, { kind: "direct" });
  },

  async "dm-including"(operand, scope) {
    const userId = await userNamed(reference(operand), scope);
    if (userId === scope.userId) return directMessages(scope);
    return among(await scope.directory.conversationsWith(userId, "all"), scope, { kind: "direct" });
  },

  async "group-pm-with"(operand, scope) {
    const userId = await userNamed(reference(operand), scope);
    return among(await scope.directory.conversationsWith(userId, "groups"), scope, { kind: "direct" });
  },

  async sender(operand, scope) {
    const senderId = await userNamed(reference(operand), scope);
    return {
      of: "message",
      sql: sql`message.sender_id = ${senderId}`,
      matches: (message) => message.senderId === senderId,
      bounds: { senderId },
    };
  },

  id(operand) {
    const id = messageId(operand);
    return {
      of: "message",
      sql: sql`message.id = ${id}::bigint`,
      matches: (message) => message.id === id,
      bounds: { messageId: id },
    };
  },

  near(operand) {
    reference(operand);
    return null;
  },

  has: choice(
    {
      link: has("has_link", ({ hasLink }) => hasLink),
      image: has("has_image", ({ hasImage }) => hasImage),
      attachment: has("has_attachment", ({ hasAttachment }) => hasAttachment),
      reaction: has("has_reaction", ({ hasReaction }) => hasReaction),
    },
    "unknown 'has' operand",
  ),

  in: choice({ home: inHome, all: () => null }, "unknown 'in' operand"),

  is: choice(
    {
      dm: directMessages,
      private: directMessages,
      starred: personal("starred", ({ flags }) => flags.has("starred")),
      unread: personal("unread", ({ flags }) => !flags.has("read")),
      mentioned: personal("mentioned", ({ flags }) => flags.has("mentioned") || flags.has("wildcard_mentioned")),
      alerted: personal("alerted", ({ flags }) => flags.has("has_alert_word")),
      resolved,
      followed,
      muted,
    },
    "unknown 'is' operand",
  ),
};

/** The one name of an operator that has several. */
export const canonical = (operator: string): string => names[operator] ?? operator;

/** What a term means. Throws BadNarrow, or InvalidParameter for an operand of a wrong type. */
export async function understand(operator: string, operand: Operand, scope: Scope): Promise<Meaning | null> {
  const name = canonical(operator);
  const meaning = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (!meaning) throw new BadNarrow({ desc: `unknown operator ${operator}` });
  return meaning(operand, scope);
}
