import type { Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import { memo } from "../memo.ts";
import { directKey, unreadDirectFields, unreadDirects } from "../unread/unread.ts";
import { lazyGetter } from "../../../../base/words/lazy-getter.ts";

/** A section of the channel list: the pinned channels, the channels of a folder, or the remaining channels. */
export interface ChannelSection {
  readonly id: "pinned" | "rest" | number;
  /** Name of the folder. Null for the other two kinds of section. */
  readonly name: string | null;
  readonly channels: readonly Subscription[];
}

/**
 * The sections of the channel list in the sidebar: pinned channels, folders in the organization's order, remaining
 * channels. Within each section, muted channels come last. Archived channels and empty sections are left out.
 */
export const channelSections = memo(
  ["subscriptions", "channel_folders"],
  ({ subscriptions = [], channel_folders = [] }): readonly ChannelSection[] => {
    const live = subscriptions.filter(({ is_archived }) => !is_archived).toSorted(compareMutedThenName);
    const pinned = live.filter(({ pin_to_top }) => pin_to_top);
    const others = live.filter(({ pin_to_top }) => !pin_to_top);
    const folders = channel_folders.filter(({ is_archived }) => !is_archived).toSorted((a, b) => a.order - b.order);
    const known = new Set(folders.map(({ id }) => id));
    const sections: ChannelSection[] = [
      { id: "pinned", name: null, channels: pinned },
      ...folders.map(({ id, name }) => ({ id, name, channels: others.filter(({ folder_id }) => folder_id === id) })),
      {
        id: "rest",
        name: null,
        channels: others.filter(({ folder_id }) => folder_id === null || !known.has(folder_id)),
      },
    ];
    return sections.filter(({ channels }) => channels.length > 0);
  },
);

const collator = lazyGetter(() => new Intl.Collator(undefined, { sensitivity: "base", numeric: true }));

const compareMutedThenName = (a: Subscription, b: Subscription) =>
  Number(a.is_muted) - Number(b.is_muted) || collator().compare(a.name, b.name);

/**
 * The user's direct message conversations, those with the newest messages first. Each is a list of the ids of the other
 * participants, or of only the user's own id for notes to self.
 */
export const directConversations = memo(
  ["recent_private_conversations", ...unreadDirectFields, "user_id"],
  (state): readonly (readonly number[])[] => {
    const { recent_private_conversations = [], user_id } = state;
    const recent = recent_private_conversations.map(({ user_ids, max_message_id }) => ({
      userIds: user_ids.length === 0 && user_id !== undefined ? [user_id] : user_ids,
      newestId: max_message_id,
    }));
    const listed = new Set(recent.map(({ userIds }) => directKey(userIds)));
    const unlisted = [...unreadDirects(state).values()].filter(({ userIds }) => !listed.has(directKey(userIds)));
    return [...recent, ...unlisted].toSorted((a, b) => b.newestId - a.newestId).map(({ userIds }) => userIds);
  },
);
