import { sql } from "kysely";
import { type MaybePromise, thenMaybe } from "@parlance/kernel/base/maybe-promise.ts";
import type { Lookups } from "@parlance/markdown/index.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { loadUserMessages } from "#modules/messages/read-state/user-message.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { loadRealmSettings } from "#modules/organizations/core/queries.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";

type RenderingOptions = Pick<Lookups, "defaultCodeLanguage" | "embeds" | "showPreviews" | "translateEmoticons">;
type Topic = { readonly channel: string; readonly topic: string };
type Channels = Lookups["channels"];

/**
 * Matches texts that the organization's options may affect: texts with links, or with code in no particular language.
 */
const NEEDS_REALM_SETTINGS = /:\/\/|\]\(|\w\.\w|```|~~~/;
const POSSIBLE_EMOTICON = /[:;]\S|\(:|<3/;

/**
 * A topic from which all messages have just been moved. A search for a message in it would scan the moved messages'
 * index entries without finding any.
 */
export interface EmptiedTopic {
  readonly channelId: number;
  readonly topic: string;
}

/** The author of texts, and the organization. */
interface RenderingOptionsContext {
  readonly realmId: number;
  readonly viewer: Actor | null;
  readonly snapshot?: OrganizationSnapshot;
}

/** Loads the options of the organization and the author that affect how these texts are rendered. */
export function loadRenderingOptions(
  db: Reader,
  writer: RenderingOptionsContext,
  texts: readonly string[],
): MaybePromise<RenderingOptions> {
  const concernsRealm = texts.some((text) => NEEDS_REALM_SETTINGS.test(text));
  const hasEmoticon = writer.viewer !== null && texts.some((text) => POSSIBLE_EMOTICON.test(text));
  return thenMaybe(concernsRealm ? loadSettings(db, writer) : undefined, (settings) =>
    thenMaybe(hasEmoticon && translatesEmoticons(db, writer), (translateEmoticons) => ({
      showPreviews: settings?.inline_image_preview ?? false,
      // The map stays empty for now. Pages are fetched after the message has been sent.
      embeds: settings?.inline_url_embed_preview ? new Map() : undefined,
      defaultCodeLanguage: settings?.default_code_block_language || undefined,
      translateEmoticons,
    })),
  );
}

const loadSettings = (db: Reader, { realmId, snapshot }: RenderingOptionsContext) =>
  snapshot?.get(organization).settings ?? loadRealmSettings(db, realmId);

function translatesEmoticons(db: Reader, { viewer, snapshot }: RenderingOptionsContext): MaybePromise<boolean> {
  if (viewer === null) return false;
  const account =
    snapshot?.get(users).get(viewer.id) ??
    db.selectFrom("account").select("settings").where("id", "=", viewer.id).executeTakeFirstOrThrow();
  return thenMaybe(account, (found) => changeableSettings(found).translate_emoticons);
}

/**
 * Loads the id of each topic's newest message. Topics whose newest message the author cannot read are omitted. The keys
 * are `${channelId}:${topicKey}`. If the author is the server itself (`viewer` is null), its newest message is never
 * omitted.
 */
export async function loadNewestInTopics(
  db: Reader,
  { viewer, emptied = [] }: RenderingOptionsContext & { readonly emptied?: readonly EmptiedTopic[] },
  channels: Channels,
  topics: readonly Topic[],
): Promise<Map<string, number>> {
  const ids = new Map(channels.map(({ id, name }) => [name, id]));
  const wanted = topics.flatMap(({ channel, topic }) => {
    const channelId = ids.get(channel);
    const isEmpty = emptied.some((one) => one.channelId === channelId && topicKey(one.topic) === topicKey(topic));
    return channelId === undefined || isEmpty ? [] : [{ channelId, key: topicKey(topic) }];
  });
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ channel_id: number; topic_key: string; id: number }>`
    select wanted.channel_id, wanted.topic_key, newest.id
    from unnest(${wanted.map(({ channelId }) => channelId)}::int[], ${wanted.map(({ key }) => key)}::text[])
      as wanted (channel_id, topic_key)
    join channel on channel.id = wanted.channel_id
    cross join lateral (
      select id from message
      where recipient_id = channel.recipient_id and topic_key = wanted.topic_key
      order by id desc
      limit 1
    ) as newest`.execute(db);
  const readable =
    viewer &&
    new Set(
      await loadReadableIds(
        db,
        viewer,
        rows.map(({ id }) => id),
      ),
    );
  const shown = rows.filter(({ id }) => readable?.has(id) ?? true);
  return new Map(shown.map(({ channel_id, topic_key, id }) => [`${channel_id}:${topic_key}`, id]));
}

async function loadReadableIds(db: Reader, viewer: Actor, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const facts = await loadUserMessages(db, viewer, ids);
  return facts.filter(({ is_readable }) => is_readable).map(({ id }) => id);
}
