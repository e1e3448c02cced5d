import type { AppError } from "#kernel/errors.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { type PostingChannel, postingRightsIn } from "#modules/channels/core/access/posting-permissions.ts";
import { directMessageRight } from "#modules/messages/core/direct-rights.ts";
import type { MessageDraft } from "../message-draft.ts";
import { EmptyTopicNotAllowed, OnlyEmptyTopicAllowed } from "#modules/messages/core/errors.ts";
import { groupMentionProblem, type Mentioning, wildcardProblem } from "./mention-permission.ts";
import type { Outgoing } from "../outgoing-message.ts";

/** What the rights to send depend on beside the organization in memory. */
export interface SendingCircumstances {
  /** How many people wrote or reacted in the topic that a draft mentions as a whole. */
  readonly participants: (draft: MessageDraft) => number;
  /** Whether these people have a direct conversation already. */
  readonly haveTalked: (userIds: readonly number[]) => boolean;
}

/** For each message, in order: null where its sender may send it, else why not. */
export function sendingRights(
  directory: Directory,
  items: readonly Outgoing[],
  circumstances: SendingCircumstances,
): (AppError | null)[] {
  const inChannels = items.flatMap(({ sender, draft: { to } }) =>
    to.kind === "channel" ? [{ userId: sender.id, channelId: to.channelId, name: to.name }] : [],
  );
  const channels = postingRightsIn(directory, inChannels).values();
  return items.map((item) => {
    const { sender, draft } = item;
    if (draft.to.kind === "channel") {
      const channel = channels.next().value as PostingChannel | AppError;
      return channelProblem(directory, item, channel, circumstances) ?? groupProblem(directory, item);
    }
    const { userIds } = draft.to;
    const problem = directMessageRight(directory, { sender, userIds }, () => circumstances.haveTalked(userIds));
    return problem ?? groupProblem(directory, item);
  });
}

function channelProblem(
  directory: Directory,
  item: Outgoing,
  channel: PostingChannel | AppError,
  { participants }: SendingCircumstances,
): AppError | null {
  if (!("topics_policy" in channel)) return channel;
  const { topics_policy: own } = channel;
  const policy = own === "inherit" ? directory.of(organization).settings.topics_policy : own;
  const topic = item.draft.to.kind === "channel" ? item.draft.to.topic : "";
  const mentioning = mentioningOf(item, channel);
  return topicProblem(topic, policy) ?? wildcardProblem(directory, mentioning, () => participants(item.draft));
}

const groupProblem = (directory: Directory, item: Outgoing): AppError | null =>
  groupMentionProblem(directory, mentioningOf(item));

function mentioningOf({ sender, draft: { to, rendered } }: Outgoing, channel?: PostingChannel): Mentioning {
  const subscriberCount = channel?.subscriber_count ?? 0;
  return { userId: sender.id, to, mentions: rendered.mentions, subscriberCount };
}

/** What a channel's policy on the empty topic, which must be its own, has against a topic. */
export function topicProblem(topic: string, policy: string): AppError | null {
  if (policy === "disable_empty_topic" && topic === "") return new EmptyTopicNotAllowed();
  return policy === "empty_topic_only" && topic !== "" ? new OnlyEmptyTopicAllowed() : null;
}
