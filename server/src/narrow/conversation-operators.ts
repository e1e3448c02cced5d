import { sql } from "kysely";
import { BadNarrow } from "./errors.ts";
import type { Bounds, Meaning, OpenChannels, Scope } from "./term-meaning.ts";
import { messageId, reference, references, written } from "./operands.ts";
import type { Operand } from "./terms.ts";

export const nothing: Omit<Meaning, "bounds"> = { of: "message", sql: sql<boolean>`false`, matches: () => false };

/** Messages of some recipients. */
function among(recipientIds: readonly number[], { columns }: Scope, bounds: Bounds): Meaning {
  const known = new Set(recipientIds);
  return {
    of: "conversation",
    sql: sql`${columns.recipientId} = any(${recipientIds}::int[])`,
    matches: (message) => known.has(message.recipientId),
    bounds: { ...bounds, recipientIds },
  };
}

export async function inChannel(operand: Operand, scope: Scope): Promise<Meaning> {
  const channel = await scope.directory.channel(reference(operand));
  if (!channel) throw new BadNarrow({ desc: `unknown channel ${written(operand)}` });
  return among([channel.recipientId], scope, { kind: "channel", channel });
}

/** Messages of channels of one kind. */
export const inChannelsThatAre =
  (which: OpenChannels) =>
  ({ columns }: Scope): Meaning => ({
    of: "conversation",
    sql: sql`coalesce((select ${columns.isOpen[which]} from channel where channel.id = ${columns.channelId}), false)`,
    matches: ({ channel }) => (which === "public" ? channel?.isPublic : channel?.isWebPublic) ?? false,
    bounds: { kind: "channel", channels: which },
  });

export const isDirect = ({ columns }: Scope): Meaning => ({
  of: "conversation",
  sql: sql`${columns.channelId} is null`,
  matches: ({ channel }) => channel === null,
  bounds: { kind: "direct" },
});

/** Messages of the conversation of exactly these people and the reader. */
export async function inConversationOf(operand: Operand, scope: Scope): Promise<Meaning> {
  const people = references(operand);
  const userIds = await Promise.all(people.map((person) => scope.directory.user(person)));
  if (userIds.includes(null)) throw new BadNarrow({ desc: `unknown user in ${written(operand)}` });
  if (people.length === 0) return { ...nothing, bounds: { kind: "direct" } };
  const recipientId = await scope.directory.conversation([scope.userId, ...(userIds as number[])]);
  return among(recipientId === null ? [] : [recipientId], scope, { kind: "direct" });
}

/** Messages of conversations that somebody is in; with oneself, of all. */
export async function inConversationsWith(operand: Operand, scope: Scope): Promise<Meaning> {
  const userId = await userNamed(operand, scope);
  if (userId === scope.userId) return isDirect(scope);
  return among(await scope.directory.conversationsWith(userId, "all"), scope, { kind: "direct" });
}

/** The same of three people and more. */
export async function inGroupsWith(operand: Operand, scope: Scope): Promise<Meaning> {
  const userId = await userNamed(operand, scope);
  return among(await scope.directory.conversationsWith(userId, "groups"), scope, { kind: "direct" });
}

export async function userNamed(operand: Operand, { directory }: Scope): Promise<number> {
  const named = reference(operand);
  const id = await directory.user(named);
  if (id === null) throw new BadNarrow({ desc: `unknown user ${named}` });
  return id;
}

export const inTopic = (topicKey: string, { columns }: Scope): Meaning => ({
  of: "message",
  sql: sql`(message.topic_key = ${topicKey} and ${columns.channelId} is not null)`,
  matches: ({ channel, topic }) => channel !== null && topic.toLowerCase() === topicKey,
  bounds: { kind: "channel", topicKey },
});

/** Messages of the conversation in which a message is now. */
export async function where(operand: Operand, scope: Scope): Promise<Meaning | null> {
  const desc = "Invalid 'with' operator";
  const place = await scope.directory.placeOf(messageId(operand, desc));
  if (!place) throw new BadNarrow({ desc });
  const { recipientId, channel, topicKey } = place;
  if (!channel) return among([recipientId], scope, { kind: "direct" });
  const [there, topic] = [among([recipientId], scope, { kind: "channel", channel }), inTopic(topicKey, scope)];
  return {
    of: "message",
    sql: sql`(${there.sql} and ${topic.sql})`,
    matches: (message) => there.matches(message) && topic.matches(message),
    bounds: { ...there.bounds, ...topic.bounds },
  };
}
