import { sql, type RawBuilder } from "kysely";
import { runInTimeSlices, mapWithPauses } from "@parlance/kernel/base/time-slicing.ts";
import { blocksOfMessage } from "./id-blocks.ts";
import {
  normalizeForSearch,
  indexWordJoins,
  CONVERSATION_PREFIX,
  indexGrams,
  SENDER_PREFIX,
  STEM_PREFIX,
  tokenize,
} from "../lexemes.ts";
import { readableText } from "../rendered-text.ts";
import { isStopWord } from "../stop-words.ts";

/** The columns of a message that search uses. */
export interface SearchableMessage {
  readonly id: number;
  readonly realm_id: number;
  readonly topic: string;
  readonly content: string;
  readonly rendered_content: string;
}

/** The columns of `message` from which an index entry is created. */
export const searchableColumns = ["id", "realm_id", "topic", "content", "rendered_content"] as const;

interface IndexEntry {
  readonly id: number;
  readonly body: string;
  readonly topic: string;
  readonly source: string;
  /** Words of the message whose stems become lexemes. */
  readonly tokens: readonly string[];
  /** The lexemes of the message that are not stems. */
  readonly parts: readonly string[];
}

function createIndexEntry(message: SearchableMessage): IndexEntry {
  const { text, emoji } = readableText(message.rendered_content);
  const [seen, topic, source] = [text, message.topic, message.content].map(normalizeForSearch) as [
    string,
    string,
    string,
  ];
  const body = emoji === "" ? seen : `${seen} ${emoji}`;
  const all = `${body} ${topic}`;
  const isPlain = source.trim() === body;
  const joins = [...indexWordJoins(isPlain ? body : source), ...indexWordJoins(topic)];
  return {
    id: message.id,
    body,
    topic,
    source: isPlain ? "" : source,
    tokens: tokenize(all).filter((token) => !isStopWord(token)),
    parts: [...new Set([...indexGrams(all), ...joins]), ...blocksOfMessage(message.realm_id, message.id)],
  };
}

/**
 * Returns a query whose rows are index entries of the given messages: rows of `message_search` without the column
 * `recipient_id`, and without the lexemes of the conversation and the sender. Words and other lexemes contain no
 * spaces, so each list of them is sent to the database as one text.
 */
export async function indexEntryRows(messages: readonly SearchableMessage[]): Promise<RawBuilder<unknown>> {
  const entries = await runInTimeSlices(mapWithPauses(messages, createIndexEntry));
  const column = (of: (entry: IndexEntry) => string) => sql`${entries.map(of)}::text[]`;
  return sql`
    select given.message_id, given.body, given.topic, given.source,
      ' ' || array_to_string(stem.list, ' ') || ' ' as stems,
      array_to_tsvector(
        array(select ${STEM_PREFIX}::text || one from unnest(stem.list) as one) || string_to_array(given.parts, ' ')
      ) as lexemes
    from unnest(
      ${entries.map(({ id }) => id)}::bigint[], ${column(({ body }) => body)}, ${column(({ topic }) => topic)},
      ${column(({ source }) => source)}, ${column(({ tokens }) => tokens.join(" "))},
      ${column(({ parts }) => parts.join(" "))}
    ) as given(message_id, body, topic, source, tokens, parts)
    cross join lateral (
      select array(
        select distinct one
        from unnest(string_to_array(given.tokens, ' ')) as token, unnest(ts_lexize('english_stem', token)) as one
      ) as list
    ) as stem`;
}

/** Returns the lexeme by which a sender's messages are found. */
export const senderLexeme = (senderId: number): string => `${SENDER_PREFIX}${senderId}`;

/** Returns the lexeme by which a conversation's messages are found. */
export const conversationLexeme = (recipientId: number): string => `${CONVERSATION_PREFIX}${recipientId}`;

/** The lexemes of the conversation and of the sender of a message, as an SQL expression on a row of `message`. */
export const conversationAndSenderLexemes: RawBuilder<string[]> = sql`
  array[${CONVERSATION_PREFIX}::text || message.recipient_id, ${SENDER_PREFIX}::text || message.sender_id]`;
