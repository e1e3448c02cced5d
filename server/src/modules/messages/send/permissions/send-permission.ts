import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { type PostingChannel, postingPermissionsIn } from "#modules/channels/core/access/posting-permissions.ts";
import type { MessageDraft } from "../message-draft.ts";
import {
  EmptyTopicNotAllowed,
  OnlyEmptyTopicAllowed,
  DirectMessagesDisabled,
  CannotInitiateConversation,
  NoAuthorizedConversationMember,
} from "#modules/messages/core/errors.ts";
import { groupMentionError, type MentionCheck, wildcardMentionError } from "./mention-permission.ts";
import type { OutgoingMessage } from "../outgoing-message.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groups, storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";

interface DirectConversation {
  readonly sender: Pick<Actor, "id" | "isBot">;
  readonly userIds: readonly number[];
}

const PERMISSION_SETTING = "direct_message_permission_group" as const;
const INITIATOR_SETTING = "direct_message_initiator_group" as const;

/** Whether an organization limits who may write to whom: by default everybody may. */
function limitsDirectMessages(snapshot: OrganizationSnapshot): boolean {
  const stored = snapshot.get(storedSettings);
  const isStored = (setting: string) => stored.get("realm", snapshot.realmId, setting) !== undefined;
  return isStored(PERMISSION_SETTING) || isStored(INITIATOR_SETTING);
}

/**
 * Null where the organization allows a direct message, else why not. `hasConversation`: whether these people have a direct
 * conversation already; asked for where it matters.
 */
function directMessageError(
  snapshot: OrganizationSnapshot,
  { sender, userIds }: DirectConversation,
  haveTalked: () => boolean,
): AppError | null {
  if (!limitsDirectMessages(snapshot)) return null;
  const known = snapshot.get(users);
  const isBot = (id: number) => (known.get(id)?.bot_type ?? null) !== null;
  // Bots may write to anybody, and everybody to bots and to themselves.
  if (sender.isBot || userIds.every((id) => id === sender.id || isBot(id))) return null;
  const holds = (userId: number, setting: typeof PERMISSION_SETTING | typeof INITIATOR_SETTING) =>
    hasPermissionIn(snapshot, { userId, scope: "realm", scopeId: snapshot.realmId, setting });
  if (!userIds.some((userId) => holds(userId, PERMISSION_SETTING)))
    return isPermissionGroupEmpty(snapshot) ? new DirectMessagesDisabled() : new NoAuthorizedConversationMember();
  return holds(sender.id, INITIATOR_SETTING) || haveTalked() ? null : new CannotInitiateConversation();
}

function isPermissionGroupEmpty(snapshot: OrganizationSnapshot): boolean {
  const holder = snapshot.get(storedSettings).get("realm", snapshot.realmId, PERMISSION_SETTING);
  return holder !== undefined && snapshot.get(groups).get(holder)?.name === "role:nobody";
}

/** What the rights to send depend on beside the organization in memory. */
export interface SendConditions {
  /** How many people wrote or reacted in the topic that a draft mentions as a whole. */
  readonly participants: (draft: MessageDraft) => number;
  /** Whether these people have a direct conversation already. */
  readonly hasConversation: (userIds: readonly number[]) => boolean;
}

/** For each message, in order: null where its sender may send it, else why not. */
export function sendPermissionErrors(
  snapshot: OrganizationSnapshot,
  items: readonly OutgoingMessage[],
  circumstances: SendConditions,
): (AppError | null)[] {
  const inChannels = items.flatMap(({ sender, draft: { to } }) =>
    to.kind === "channel" ? [{ userId: sender.id, channelId: to.channelId, name: to.name }] : [],
  );
  const channels = postingPermissionsIn(snapshot, inChannels).values();
  return items.map((item) => {
    const { sender, draft } = item;
    if (draft.to.kind === "channel") {
      const channel = channels.next().value as PostingChannel | AppError;
      return channelError(snapshot, item, channel, circumstances) ?? groupMentionErrorOf(snapshot, item);
    }
    const { userIds } = draft.to;
    const problem = directMessageError(snapshot, { sender, userIds }, () => circumstances.hasConversation(userIds));
    return problem ?? groupMentionErrorOf(snapshot, item);
  });
}

function channelError(
  snapshot: OrganizationSnapshot,
  item: OutgoingMessage,
  channel: PostingChannel | AppError,
  { participants }: SendConditions,
): AppError | null {
  if (!("topics_policy" in channel)) return channel;
  const { topics_policy: own } = channel;
  const policy = own === "inherit" ? snapshot.get(organization).settings.topics_policy : own;
  const topic = item.draft.to.kind === "channel" ? item.draft.to.topic : "";
  const mentioning = mentionCheckOf(item, channel);
  return topicPolicyError(topic, policy) ?? wildcardMentionError(snapshot, mentioning, () => participants(item.draft));
}

const groupMentionErrorOf = (snapshot: OrganizationSnapshot, item: OutgoingMessage): AppError | null =>
  groupMentionError(snapshot, mentionCheckOf(item));

function mentionCheckOf({ sender, draft: { to, rendered } }: OutgoingMessage, channel?: PostingChannel): MentionCheck {
  const subscriberCount = channel?.subscriber_count ?? 0;
  return { userId: sender.id, to, mentions: rendered.mentions, subscriberCount };
}

/** What a channel's policy on the empty topic, which must be its own, has against a topic. */
export function topicPolicyError(topic: string, policy: string): AppError | null {
  if (policy === "disable_empty_topic" && topic === "") return new EmptyTopicNotAllowed();
  return policy === "empty_topic_only" && topic !== "" ? new OnlyEmptyTopicAllowed() : null;
}
