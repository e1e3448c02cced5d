import type { Lookups } from "@parlance/markdown/render-types.ts";
import { channelsById, groupsById, peopleById } from "../replica/selectors/entities-by-id.ts";
import { memo } from "../replica/selectors/memo.ts";

/**
 * Returns the users, groups, channels and emoji that the renderer needs to resolve mentions and links. Linkifiers and
 * link previews are not among them and appear only in the server's HTML: a linkifier may be slow to match, and only the
 * server knows the linked pages and images.
 */
export const markdownLookups = memo(
  [
    "realm_users",
    "realm_non_active_users",
    "cross_realm_bots",
    "realm_user_groups",
    "subscriptions",
    "unsubscribed",
    "never_subscribed",
    "realm_emoji",
    "realm_empty_topic_display_name",
    "realm_default_code_block_language",
    "realm_url",
    "user_settings",
  ],
  (state): Lookups => ({
    users: [...peopleById(state).values()].map(({ user_id: id, full_name, is_active }) => ({
      id,
      full_name,
      is_active,
    })),
    groups: [...groupsById(state).values()],
    channels: [...channelsById(state).values()].map(({ stream_id: id, name }) => ({ id, name })),
    customEmoji: new Map(
      Object.values(state.realm_emoji ?? {}).flatMap(({ name, source_url, deactivated }) =>
        deactivated ? [] : [[name, source_url]],
      ),
    ),
    emptyTopicName: state.realm_empty_topic_display_name ?? "",
    defaultCodeLanguage: state.realm_default_code_block_language || undefined,
    realmUrl: state.realm_url,
    translateEmoticons: state.user_settings?.translate_emoticons ?? false,
  }),
);
