import { sql } from "kysely";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";

/** Numbers of rows to create. */
export interface HistorySize {
  readonly messages: number;
  readonly users: number;
  readonly channels: number;
  /** Maximum number of direct conversations, with up to three users each. */
  readonly conversations: number;
}

/** Two users who can see different parts of the history. */
export interface HistoryReaders {
  /**
   * Id of a user who is in every channel and in many conversations, with muted channels and topics, and with starred
   * and read messages.
   */
  readonly busyUserId: number;
  /** Id of a user who is in three small channels and in no conversation. */
  readonly quietUserId: number;
}

/** Number of messages that are inserted with one statement. */
const BATCH_SIZE = 100_000;
const WORD_COUNT = 30_000;
const SENTENCE_COUNT = 20_000;

/**
 * Fills an organization with years of history, with SQL and without events: users, channels of all sizes and types,
 * conversations, messages with realistic frequencies of words, topics and senders, and personal state. For
 * measurements, and for tests of query plans. Each call creates the same data, except for ids.
 */
export async function addHistory(db: PostgresDatabase, realmId: number, size: HistorySize): Promise<HistoryReaders> {
  return db.write(async (tx) => {
    recordSnapshotReload(tx, realmId);
    await sql`select setseed(0.5)`.execute(tx);
    await addUsers(tx, realmId, size.users);
    await addChannels(tx, realmId, size.channels);
    await subscribe(tx, realmId);
    await addConversations(tx, realmId, size.conversations);
    await addSentences(tx);
    const first = await reserveIds(tx, size.messages);
    for (let done = 0; done < size.messages; done += BATCH_SIZE) {
      await addMessages(tx, realmId, first + done, Math.min(BATCH_SIZE, size.messages - done));
    }
    const last = first + size.messages - 1;
    await addReactions(tx, first, last);
    await addPersonalState(tx, { realmId, first, last });
    await finishHistory(tx, realmId, last);
    const { rows } = await sql<HistoryReaders>`
      select min(id)::int as "busyUserId", max(id)::int as "quietUserId" from new_person`.execute(tx);
    return rows[0] as HistoryReaders;
  });
}

/** SQL expression for a random number that is at least 0 and less than a bound. Small numbers are more frequent. */
const skewedNumber = (bound: ReturnType<typeof sql>) => sql`floor(power(random(), 3) * ${bound})::int`;

async function addUsers(tx: Tx, realmId: number, count: number): Promise<void> {
  await sql`
    create temp table new_person on commit drop as
    with added as (
      insert into account (realm_id, delivery_email, email_key, full_name, name_key, role, date_joined)
      select ${realmId}::int, 'reader-' || n || '@example.com', 'reader-' || n || '@example.com', 'Reader ' || n,
        'reader ' || n, 400, now() - interval '5 years'
      from generate_series(1, ${count}::int) as n
      returning id
    )
    select id, row_number() over (order by id)::int - 1 as nth from added`.execute(tx);
  await sql`create index on new_person (nth)`.execute(tx);
  await sql`
    insert into user_group_member (group_id, user_id)
    select user_group.id, new_person.id from user_group, new_person
    where user_group.realm_id = ${realmId} and user_group.name in ('role:members', 'role:fullmembers')`.execute(tx);
}

/**
 * Adds channels. One in ten is private with shared history, one in ten is private with protected history, one in twenty
 * is web-public, and one in thirty is archived.
 */
async function addChannels(tx: Tx, realmId: number, count: number): Promise<void> {
  await sql`
    create temp table new_channel on commit drop as
    with recipient_row as (
      insert into recipient (realm_id) select ${realmId}::int from generate_series(1, ${count}::int) returning id
    ), numbered as (
      select id, row_number() over (order by id)::int - 1 as nth from recipient_row
    ), added as (
      insert into channel (realm_id, recipient_id, name, name_key, created_at, invite_only, is_web_public,
        history_public_to_subscribers, is_archived)
      select ${realmId}::int, id, 'channel ' || nth, 'channel ' || nth, now() - interval '5 years',
        nth % 10 in (3, 6), nth % 20 = 9, nth % 10 <> 6, nth % 30 = 17
      from numbered returning id, recipient_id
    )
    select added.id, added.recipient_id, numbered.nth from added join numbered on numbered.id = added.recipient_id
  `.execute(tx);
  await sql`create index on new_channel (nth)`.execute(tx);
}

/**
 * Subscribes the first user to all channels, the last user to three channels, and all other users mainly to channels
 * with low numbers.
 */
async function subscribe(tx: Tx, realmId: number): Promise<void> {
  await sql`
    insert into subscription (user_id, channel_id, recipient_id, is_active, color, is_muted)
    select person.id, channel.id, channel.recipient_id,
      person.nth = 0 or random() > 0.1, '#76ce90', channel.nth % 9 = 4
    from new_person as person cross join new_channel as channel
    where case
      when person.nth = 0 then true
      when person.nth = (select max(nth) from new_person) then channel.nth in (40, 41, 43)
      else random() < 1.0 / (1 + channel.nth / 3.0)
    end`.execute(tx);
  // Some users have unsubscribed and subscribed again, so they have two subscription periods.
  const from = sql`(select last_message_id from realm_counter where realm_id = ${realmId})`;
  await sql`
    insert into subscription_period (user_id, recipient_id, from_message_id, to_message_id, from_event_id, to_event_id)
    select user_id, recipient_id, ${from}, case when is_active then null else ${from} + 1000 end, 0,
      case when is_active then null else 1 end
    from subscription where user_id in (select id from new_person)
    union all
    select user_id, recipient_id, ${from} + 5000, null, 2, null
    from subscription where user_id in (select id from new_person) and not is_active and user_id % 2 = 0`.execute(tx);
  await sql`
    update subscription set is_active = true
    where user_id in (select id from new_person) and not is_active and user_id % 2 = 0`.execute(tx);
}

/**
 * Adds conversations. The first user is in about one of ten, the last user is in none, and about one of five has three
 * participants.
 */
async function addConversations(tx: Tx, realmId: number, count: number): Promise<void> {
  await sql`
    create temp table new_conversation on commit drop as
    with drawn as (
      select n, case when n % 10 = 0 then 0 else floor(random() * most)::int end as a, 1 + n % (most - 1) as b,
        case when n % 5 = 0 then floor(random() * most)::int end as c
      from generate_series(0, ${count}::int - 1) as n, (select max(nth) as most from new_person) as people
    ), keyed as (
      select drawn.n, members.ids, array_to_string(members.ids, ',') as key from drawn cross join lateral (
        select array_agg(distinct id order by id) as ids from new_person where nth in (a, b, c)
      ) as members
    ), added as (
      insert into recipient (realm_id, direct_key) select distinct ${realmId}::int, key from keyed
      on conflict do nothing returning id, direct_key
    ), numbered as (
      select distinct on (added.id) added.id as recipient_id, keyed.ids
      from added join keyed on keyed.key = added.direct_key
    )
    select recipient_id, ids, row_number() over (order by recipient_id)::int - 1 as nth from numbered`.execute(tx);
  await sql`create index on new_conversation (nth)`.execute(tx);
  await sql`
    insert into direct_member (user_id, recipient_id)
    select unnest(ids), recipient_id from new_conversation`.execute(tx);
}

/**
 * Adds sentences whose words are distributed according to Zipf's law: the frequency of the n-th word is proportional to
 * 1 / n.
 */
async function addSentences(tx: Tx): Promise<void> {
  await sql`
    create temp table new_sentence on commit drop as
    with drawn as (
      select n / 8 as nth, floor(power(${WORD_COUNT}::float, random()))::int as word
      from generate_series(0, ${8 * SENTENCE_COUNT}::int - 1) as n
    )
    select nth, string_agg(words.list[word], ' ') as text
    from drawn cross join (select ${createVocabulary()}::text[] as list) as words group by nth`.execute(tx);
  await sql`create index on new_sentence (nth)`.execute(tx);
}

/** Creates pronounceable words that do not exist in any language's dictionary. */
function createVocabulary(): string[] {
  const syllables = [
    "ba",
    "de",
    "fi",
    "go",
    "ku",
    "la",
    "me",
    "ni",
    "po",
    "ru",
    "sa",
    "te",
    "vi",
    "wo",
    "zu",
    "na",
    "ko",
  ];
  const word = (n: number): string => {
    const last = syllables[n % syllables.length] ?? "";
    return n < syllables.length ? last : word(Math.floor(n / syllables.length) - 1) + last;
  };
  return Array.from({ length: WORD_COUNT }, (_, n) => word(n + syllables.length));
}

async function reserveIds(tx: Tx, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`select nextval('message_id') as first`.execute(tx);
  const first = rows[0]?.first ?? 0;
  await sql`select setval('message_id', ${first + count}::bigint)`.execute(tx);
  return first;
}

/**
 * Adds messages, nine out of ten of them in channels. One in a thousand contains a unique word: `unique` followed by
 * its id.
 */
async function addMessages(tx: Tx, realmId: number, first: number, count: number): Promise<void> {
  await sql`
    with drawn as materialized (
      select id, random() < 0.1 as is_direct, ${skewedNumber(sql`channels`)} as channel, floor(random() * conversations)::int
        as conversation, ${skewedNumber(sql`people`)} as sender, ${skewedNumber(sql`300`)} as topic, random() as kind,
        floor(random() * ${SENTENCE_COUNT})::int as one, floor(random() * ${SENTENCE_COUNT})::int as two
      from generate_series(${first}::bigint, ${first + count - 1}::bigint) as id, (
        select (select count(*) from new_channel) as channels, (select count(*) from new_conversation) as conversations,
          (select count(*) from new_person) as people
      ) as there
    ), placed as (
      select drawn.*, channel.recipient_id, person.id as sender_id, case
          when topic % 50 = 49 then ''
          else case when topic % 7 = 3 then '\u2714 ' else '' end || 'topic ' || topic
        end as about
      from drawn join new_channel as channel on channel.nth = drawn.channel
      join new_person as person on person.nth = drawn.sender where not is_direct
      union all
      select drawn.*, talk.recipient_id, talk.ids[1 + sender % cardinality(talk.ids)], ''
      from drawn join new_conversation as talk on talk.nth = drawn.conversation where is_direct
    ), said as (
      select placed.*, one.text || '. ' || two.text || case when placed.id % 1000 = 0 then '. unique' || placed.id else '' end
        as words
      from placed join new_sentence as one on one.nth = placed.one join new_sentence as two on two.nth = placed.two
    )
    insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at,
      client, mentions_channel, has_link, has_image, has_attachment, has_reaction)
    select id, ${realmId}::int, recipient_id, sender_id, about, lower(about), words, '<p>' || words || '</p>',
      now() - interval '5 years' + id * interval '1 minute', 'history', not is_direct and kind < 0.001,
      kind between 0.1 and 0.2, kind between 0.1 and 0.12, kind between 0.12 and 0.13, kind between 0.5 and 0.55
    from said order by id`.execute(tx);
}

const addReactions = (tx: Tx, first: number, last: number): Promise<unknown> =>
  sql`
    insert into reaction (message_id, user_id, reaction_type, emoji_code, emoji_name)
    select id, sender_id, 'unicode_emoji', '1f44d', '+1' from message
    where id between ${first}::bigint and ${last}::bigint and has_reaction`.execute(tx);

/** Adds stars, mentions, alert words, muted and followed topics, and read state, most of it for the first user. */
async function addPersonalState(tx: Tx, range: { realmId: number; first: number; last: number }): Promise<void> {
  const { first, last } = range;
  const busy = sql`(select min(id) from new_person)`;
  await sql`
    insert into message_flag (user_id, message_id, flags)
    select person.id, message.id, 1 + 4 * (message.id % 2)::int + 16 * (message.id % 3 / 2)::int
    from new_person as person join subscription on subscription.user_id = person.id and subscription.is_active
    join message on message.recipient_id = subscription.recipient_id
    where message.id between ${first}::bigint and ${last}::bigint
      and (person.id = ${busy} or person.nth % 20 = 0)
      and case when person.id = ${busy} then message.id % 50 = 0 else (message.id + person.id) % 5000 = 0 end
    on conflict do nothing`.execute(tx);
  await sql`
    insert into user_topic (user_id, channel_id, topic_key, topic, policy, updated_at)
    select ${busy}, channel.id, 'topic ' || n, 'Topic ' || n, 1 + (n + channel.nth) % 3, now()
    from new_channel as channel cross join generate_series(1, 3) as n where channel.nth % 2 = 0`.execute(tx);
  // Most messages are read. Of the newest messages, every second one is unread.
  await sql`
    update subscription set read_up_to = ${last}::bigint - floor(random() * 5000)::int
    where user_id in (select id from new_person)`.execute(tx);
  await sql`
    update direct_member set read_up_to = ${last}::bigint - 1000 where user_id in (select id from new_person)`.execute(
    tx,
  );
  await sql`
    insert into read_chunk (user_id, chunk, bits)
    select person.id, chunk, decode(repeat('55', 512), 'hex')
    from new_person as person
    cross join generate_series((${last}::bigint - 3000) / 4096, ${last}::bigint / 4096) as chunk`.execute(tx);
  await sql`
    insert into unread_exception (user_id, message_id)
    select message_flag.user_id, message_id from message_flag
    where user_id in (select id from new_person) and message_id between ${first}::bigint and ${last}::bigint
      and message_id % 700 = 0`.execute(tx);
}

async function finishHistory(tx: Tx, realmId: number, last: number): Promise<void> {
  await sql`update realm_counter set last_message_id = ${last}::bigint where realm_id = ${realmId}`.execute(tx);
  await sql`
    update channel set last_message_at = now(),
      first_message_id = (select min(id) from message where message.recipient_id = channel.recipient_id),
      subscriber_count = (select count(*) from subscription where channel_id = channel.id and is_active)
    where id in (select id from new_channel)`.execute(tx);
}
