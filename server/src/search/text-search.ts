import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { blocksInRange, type BlockRange } from "./indexing/id-blocks.ts";
import {
  indexEntryRows,
  conversationLexeme,
  searchableColumns,
  senderLexeme,
  type SearchableMessage,
} from "./indexing/index-entries.ts";
import { wordStartLexeme, queryGrams, queryWordJoins, STEM_PREFIX } from "./lexemes.ts";
import type { QueryWord, TextQuery } from "./text-query.ts";
import { IndexBatches } from "./index-batches.ts";

/** A text search, in the form of SQL conditions. */
export interface TextSearch {
  readonly query: TextQuery;
  /** Condition on rows of `message`: the message matches the query. Never null. */
  readonly matches: RawBuilder<boolean>;
  /**
   * Condition on rows of `message`, for a negated search: the message contains neither all the words nor any of the
   * phrases. Never null.
   */
  readonly matchesNone: RawBuilder<boolean>;
  /** Condition on rows of `message_search`, named `entry`, that meet `indexCondition`: the entry matches the query. */
  readonly hitMatches: RawBuilder<boolean>;
  /**
   * Returns the condition on rows of `message_search`, named `entry`, that the index evaluates for ranges of ids. All
   * matching entries meet it, and also a few others, so `hitMatches` must be tested too.
   */
  indexCondition(ranges: readonly BlockRange[], where: IndexFilter): RawBuilder<boolean>;
  /**
   * Returns the batches in which to search the indexed messages. They start at the id `edge`, and go to older messages
   * ("newest" first) or to newer ones ("oldest" first).
   */
  batches(from: "newest" | "oldest", edge: number): IndexBatches;
  /** Ids of the matching messages that are not indexed yet, or have changed since they were indexed. */
  readonly unindexedIds: readonly number[];
}

/** Conditions that all results must meet, and that the index can evaluate. */
export interface IndexFilter {
  /** Recipients of the messages. */
  readonly recipientIds?: readonly number[];
  readonly excludedRecipientIds?: readonly number[];
  readonly senderId?: number;
}

/** Maximum number of unindexed messages that a search reads. If there are more, it reads the newest ones. */
const MAX_UNINDEXED_MESSAGES = 2000;
/**
 * Maximum total size of the unindexed messages that a search reads, in bytes. The database knows the size of a text
 * without reading the text.
 */
const MAX_UNINDEXED_BYTES = 4_000_000;

/** The progress of an organization's index, and the messages that the index lacks. */
interface IndexProgress {
  readonly first: number;
  readonly indexedUpTo: number;
  /** Messages that are newer than `indexedUpTo`, or have changed since they were indexed. */
  readonly unindexed: readonly SearchableMessage[];
}

/**
 * Returns a function that prepares text searches in an organization's messages. To be called once per request: its
 * searches share the progress of the index.
 */
export function createTextSearcher(db: Reader, realmId: number): (query: TextQuery) => Promise<TextSearch> {
  let progress: Promise<IndexProgress> | undefined;
  return async (query) => {
    const [{ first, indexedUpTo, unindexed }, stems] = await Promise.all([
      (progress ??= loadProgress(db, realmId)),
      loadStems(db, query),
    ]);
    const entryMatches = sql<boolean>`(${hasWords(query)} and ${matchesAll(query, stems)})`;
    const entryTouches = matchesAny(query, stems);
    const near = await loadUnindexedMatches(db, unindexed, entryMatches, entryTouches);
    const found = near.flatMap(({ id, is_match }) => (is_match ? [id] : []));
    const isCurrent = isNoneOf(unindexed.flatMap(({ id }) => (id <= indexedUpTo ? [id] : [])));
    return {
      query,
      matches: isAmong(found, sql`${isCurrent} and ${entryMatches}`),
      matchesNone: sql`not ${isAmong(
        near.map(({ id }) => id),
        sql`${isCurrent} and ${entryTouches}`,
      )}`,
      hitMatches: sql`(${isCurrent} and ${matchesAll({ ...query, words: query.words.filter((word) => !isExactInIndex(word)) }, stems)})`,
      indexCondition: (ranges, where) =>
        allTrue([...filterLexemes(ranges, where), ...queryLexemes(query, stems)].map(hasLexemesInSql)),
      batches: (from, edge) => new IndexBatches(realmId, from, { first, last: indexedUpTo, edge }),
      unindexedIds: found,
    };
  };
}

/** Condition on rows of `message_search`, named `entry`: the entry belongs to none of these messages. */
const isNoneOf = (ids: readonly number[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql`true` : sql`entry.message_id not in (select unnest(${ids}::bigint[]))`;

async function loadProgress(db: Reader, realmId: number): Promise<IndexProgress> {
  // The progress is read before the messages: messages that are indexed in between are then found twice instead of not
  // at all.
  const { rows } = await sql<{ first: number; indexed_up_to: number }>`
    select coalesce((select min(id) from message where realm_id = ${realmId}), 0) as first,
      coalesce((select indexed_up_to from search_progress where realm_id = ${realmId}), 0) as indexed_up_to`.execute(
    db,
  );
  const { first = 0, indexed_up_to: indexedUpTo = 0 } = rows[0] ?? {};
  const { rows: fresh } = await sql<SearchableMessage>`
    select ${sql.raw(searchableColumns.join(", "))} from (
      select *, sum(octet_length(rendered_content)) over (order by id desc) as bytes from (
        (select * from message where realm_id = ${realmId} and id > ${indexedUpTo} order by id desc limit ${MAX_UNINDEXED_MESSAGES})
        union all (
          select message.* from search_stale join message on message.id = search_stale.message_id
          where search_stale.realm_id = ${realmId} and message_id <= ${indexedUpTo}
          order by message_id desc limit ${MAX_UNINDEXED_MESSAGES}
        )
        order by id desc limit ${MAX_UNINDEXED_MESSAGES}
      ) as newest
    ) as fresh
    where bytes <= ${MAX_UNINDEXED_BYTES}`.execute(db);
  return { first, indexedUpTo, unindexed: fresh };
}

type Stems = ReadonlyMap<string, readonly string[]>;

async function loadStems(db: Reader, { words }: TextQuery): Promise<Stems> {
  const tokens = [...new Set(words.flatMap((word) => word.tokens))];
  if (tokens.length === 0) return new Map();
  const { rows } = await sql<{ token: string; stems: string[] }>`
    select token, ts_lexize('english_stem', token) as stems from unnest(${tokens}::text[]) as token`.execute(db);
  return new Map(rows.map(({ token, stems }) => [token, stems]));
}

/**
 * Condition on rows of `message`: the message is one of these, or has an index entry (`entry`) that meets a condition.
 */
const isAmong = (ids: readonly number[], condition: RawBuilder<boolean>): RawBuilder<boolean> => sql`(
  message.id = any(${ids}::bigint[])
  or exists (select from message_search as entry where entry.message_id = message.id and ${condition})
)`;

interface UnindexedMatch {
  readonly id: number;
  readonly is_match: boolean;
}

async function loadUnindexedMatches(
  db: Reader,
  messages: readonly SearchableMessage[],
  matches: RawBuilder<boolean>,
  touches: RawBuilder<boolean>,
): Promise<UnindexedMatch[]> {
  if (messages.length === 0) return [];
  const entries = await indexEntryRows(messages);
  const { rows } = await sql<UnindexedMatch>`
    select message_id as id, ${matches} as is_match from (${entries} offset 0) as entry
    where ${touches}`.execute(db);
  return rows;
}

/** False if the query has no words except stop words: such a query matches nothing. */
const hasWords = ({ words }: TextQuery): RawBuilder<boolean> => (words.length === 0 ? sql`false` : sql`true`);

const wordsMatch = ({ words }: TextQuery, stems: Stems): RawBuilder<boolean>[] =>
  words.map((word) => wordMatches(word, stems));

const allTrue = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql`(${sql.join([sql`true`, ...conditions], sql` and `)})`;

const matchesAll = (query: TextQuery, stems: Stems): RawBuilder<boolean> =>
  allTrue([...wordsMatch(query, stems), ...query.phrases.map(phraseMatches)]);

const matchesAny = (query: TextQuery, stems: Stems): RawBuilder<boolean> =>
  sql`(${sql.join([allTrue([hasWords(query), ...wordsMatch(query, stems)]), ...query.phrases.map(phraseMatches)], sql` or `)})`;

/** True if the index alone decides whether a word matches, so that the text need not be read. */
const isExactInIndex = ({ isShort }: QueryWord): boolean => isShort;

function wordMatches(word: QueryWord, stems: Stems): RawBuilder<boolean> {
  if (word.isShort) {
    const either = [...stemCondition(word, stems), quoted(wordStartLexeme(word.text))].join(" | ");
    return sql`entry.lexemes @@ ${either}::tsquery`;
  }
  const asPart = sql<boolean>`strpos(entry.body, ${word.text}) > 0 or strpos(entry.topic, ${word.text}) > 0`;
  const own = stemsOf(word, stems);
  if (own.length === 0) return sql`(${asPart})`;
  return sql`(${asPart} or ${allTrue(own.map((stem) => sql`strpos(entry.stems, ${` ${stem} `}) > 0`))})`;
}

/**
 * Condition on rows of `message_search`, named `entry`: the entry's Markdown source or topic contains a phrase as
 * written, in any capitalization.
 */
const phraseMatches = (phrase: string): RawBuilder<boolean> => sql`(
  strpos(case entry.source when '' then entry.body else entry.source end, ${phrase}) > 0
  or strpos(entry.topic, ${phrase}) > 0
)`;

// Each condition on lexemes is a separate `@@` condition. If there are several, the index skips ahead: at messages
// where one of them has no match, it does not read the matches of the others. If they were joined into one condition,
// the index would go from row to row.

const hasLexemesInSql = (question: string): RawBuilder<boolean> => sql`entry.lexemes @@ ${question}::tsquery`;

function filterLexemes(
  ranges: readonly BlockRange[],
  { recipientIds, excludedRecipientIds = [], senderId }: IndexFilter,
): string[] {
  const blocks = anyOf(ranges.flatMap(blocksInRange));
  return [
    excludedRecipientIds.length > 0 ? `${blocks} & !${anyOf(excludedRecipientIds.map(conversationLexeme))}` : blocks,
    ...(recipientIds ? [anyOf(recipientIds.map(conversationLexeme))] : []),
    ...(senderId === undefined ? [] : [quoted(senderLexeme(senderId))]),
  ];
}

/** Returns conditions on lexemes that every matching index entry meets. */
const queryLexemes = ({ words, phrases }: TextQuery, stems: Stems): string[] => [
  ...phrases.flatMap(queryWordJoins).map(quoted),
  // Longer words are rarer. They come first, so that fewer entries remain to be checked for the other words.
  ...words
    .toSorted((a, b) => b.text.length - a.text.length)
    .flatMap((word) => {
      const parts = (word.isShort ? [wordStartLexeme(word.text)] : queryGrams(word.text)).map(quoted);
      const asWord = stemCondition(word, stems);
      return asWord.length === 0 ? parts : [`${asWord[0]} | (${parts.join(" & ")})`];
    }),
];

const stemsOf = ({ tokens }: QueryWord, stems: Stems): string[] => tokens.flatMap((token) => stems.get(token) ?? []);

/** Returns one condition for all the stems of a word. Returns an empty list if the word has no stems. */
function stemCondition(word: QueryWord, stems: Stems): string[] {
  const own = stemsOf(word, stems);
  return own.length === 0 ? [] : [allOf(own.map((stem) => STEM_PREFIX + stem))];
}

const quoted = (lexeme: string): string => `'${lexeme.replace(/['\\]/g, "$&$&")}'`;
const allOf = (lexemes: readonly string[]): string => `(${lexemes.map(quoted).join(" & ")})`;
const anyOf = (lexemes: readonly string[]): string => `(${lexemes.map(quoted).join(" | ")})`;
