import { sql } from "kysely";
import { BadNarrow } from "./errors.ts";
import type { TermBounds, TermMeaning, OpenChannelKind, NarrowScope } from "./term-meaning.ts";
import { parseMessageId, parseReference, parseReferences, formatOperand } from "./operands.ts";
import type { Operand } from "./terms.ts";

export const matchesNothing: Omit<TermMeaning, "bounds"> = {
  of: "message",
  sql: sql<boolean>`false`,
  matches: () => false,
};

/** Meaning of a term that matches the messages of the given recipients (conversations). */
function inRecipients(recipientIds: readonly number[], { columns }: NarrowScope, bounds: TermBounds): TermMeaning {
  const known = new Set(recipientIds);
  return {
    of: "conversation",
    sql: sql`${columns.recipientId} = any(${recipientIds}::int[])`,
    matches: (message) => known.has(message.recipientId),
    bounds: { ...bounds, recipientIds },
  };
}

export async function inChannel(operand: Operand, scope: NarrowScope): Promise<TermMeaning> {
  const channel = await scope.lookup.findChannel(parseReference(operand));
  if (!channel) throw new BadNarrow({ desc: `unknown channel ${formatOperand(operand)}` });
  return inRecipients([channel.recipientId], scope, { kind: "channel", channel });
}

/** Meaning of a term that matches the messages of all public channels, or of all web-public ones. */
export const inChannelsOfKind =
  (which: OpenChannelKind) =>
  ({ columns }: NarrowScope): TermMeaning => ({
    of: "conversation",
    sql: sql`coalesce((select ${columns.isOpen[which]} from channel where channel.id = ${columns.channelId}), false)`,
    matches: ({ channel }) => (which === "public" ? channel?.isPublic : channel?.isWebPublic) ?? false,
    bounds: { kind: "channel", channels: which },
  });

export const isDirect = ({ columns }: NarrowScope): TermMeaning => ({
  of: "conversation",
  sql: sql`${columns.channelId} is null`,
  matches: ({ channel }) => channel === null,
  bounds: { kind: "direct" },
});

/**
 * Meaning of `dm`: matches the messages of the conversation between exactly the given users and the current user;
 * nothing if no users are given.
 * @throws BadNarrow if one of the users does not exist
 */
export async function inConversationOf(operand: Operand, scope: NarrowScope): Promise<TermMeaning> {
  const people = parseReferences(operand);
  const userIds = await Promise.all(people.map((person) => scope.lookup.findUserId(person)));
  if (userIds.includes(null)) throw new BadNarrow({ desc: `unknown user in ${formatOperand(operand)}` });
  if (people.length === 0) return { ...matchesNothing, bounds: { kind: "direct" } };
  const recipientId = await scope.lookup.findDirectConversation([scope.userId, ...(userIds as number[])]);
  return inRecipients(recipientId === null ? [] : [recipientId], scope, { kind: "direct" });
}

/**
 * Meaning of `dm-including`: matches the messages of all direct conversations that the given user is in. If that is the
 * current user, matches all direct messages.
 * @throws BadNarrow if the user does not exist
 */
export async function inConversationsWith(operand: Operand, scope: NarrowScope): Promise<TermMeaning> {
  const userId = await resolveUser(operand, scope);
  if (userId === scope.userId) return isDirect(scope);
  return inRecipients(await scope.lookup.listConversationsWith(userId, "all"), scope, { kind: "direct" });
}

/**
 * Meaning of `group-pm-with`: matches the messages of direct conversations of three or more users that the given user
 * is in.
 * @throws BadNarrow if the user does not exist
 */
export async function inGroupsWith(operand: Operand, scope: NarrowScope): Promise<TermMeaning> {
  const userId = await resolveUser(operand, scope);
  return inRecipients(await scope.lookup.listConversationsWith(userId, "groups"), scope, { kind: "direct" });
}

export async function resolveUser(operand: Operand, { lookup }: NarrowScope): Promise<number> {
  const named = parseReference(operand);
  const id = await lookup.findUserId(named);
  if (id === null) throw new BadNarrow({ desc: `unknown user ${named}` });
  return id;
}

export const inTopic = (topicKey: string, { columns }: NarrowScope): TermMeaning => ({
  of: "message",
  sql: sql`(message.topic_key = ${topicKey} and ${columns.channelId} is not null)`,
  matches: ({ channel, topic }) => channel !== null && topic.toLowerCase() === topicKey,
  bounds: { kind: "channel", topicKey },
});

/**
 * Meaning of `with`: matches the messages of the conversation that the given message is in now.
 * @throws BadNarrow if the operand is not a message id, the message does not exist, or the current user may not read it
 */
export async function inConversationOfMessage(operand: Operand, scope: NarrowScope): Promise<TermMeaning | null> {
  const desc = "Invalid 'with' operator";
  const place = await scope.lookup.locateMessage(parseMessageId(operand, desc));
  if (!place) throw new BadNarrow({ desc });
  const { recipientId, channel, topicKey } = place;
  if (!channel) return inRecipients([recipientId], scope, { kind: "direct" });
  const [there, topic] = [inRecipients([recipientId], scope, { kind: "channel", channel }), inTopic(topicKey, scope)];
  return {
    of: "message",
    sql: sql`(${there.sql} and ${topic.sql})`,
    matches: (message) => there.matches(message) && topic.matches(message),
    bounds: { ...there.bounds, ...topic.bounds },
  };
}
