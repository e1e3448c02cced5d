import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { organization } from "#modules/organizations/core/organization-snapshot.ts";
import { type PostingChannel, postingPermissionIn } from "#modules/channels/core/access/posting-permissions.ts";
import type { MessageDraft, Destination } from "./message-draft.ts";
import {
  EmptyTopicNotAllowed,
  OnlyEmptyTopicAllowed,
  DirectMessagesDisabled,
  CannotInitiateConversation,
  NoAuthorizedConversationMember,
  CannotMentionGroup,
  ChannelWildcardNotAllowed,
  TopicWildcardNotAllowed,
} from "#modules/messages/core/errors.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { groups, storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import type { Rendered } from "@parlance/markdown/index.ts";
import { findTopicRefusal } from "@parlance/contract/rules/channel-access.ts";
import { findDirectMessageRefusal } from "@parlance/contract/rules/direct-messages.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { directKey, findDirectRecipients } from "#modules/messages/recipients/direct-recipients.ts";
import { loadTopicParticipants } from "./context/send-preload.ts";

interface DirectConversation {
  readonly sender: Pick<Actor, "id" | "isBot">;
  readonly userIds: readonly number[];
}

const PERMISSION_SETTING = "direct_message_permission_group" as const;
const INITIATOR_SETTING = "direct_message_initiator_group" as const;

/** True if the organization restricts direct messages. Without a stored setting, all users may send them. */
function limitsDirectMessages(snapshot: OrganizationSnapshot): boolean {
  const stored = snapshot.get(storedSettings);
  const isStored = (setting: string) => stored.get("realm", snapshot.realmId, setting) !== undefined;
  return isStored(PERMISSION_SETTING) || isStored(INITIATOR_SETTING);
}

/**
 * Returns the error if the organization does not allow the direct message, otherwise null. `haveTalked` returns whether
 * these users already have a conversation. It is called only if the organization restricts direct messages.
 */
function directMessageError(
  snapshot: OrganizationSnapshot,
  { sender, userIds }: DirectConversation,
  haveTalked: () => boolean,
): AppError | null {
  if (!limitsDirectMessages(snapshot)) return null;
  const known = snapshot.get(users);
  const isBot = (id: number) => (known.get(id)?.bot_type ?? null) !== null;
  const hasGroupPermission = (userId: number, setting: typeof PERMISSION_SETTING | typeof INITIATOR_SETTING) =>
    hasPermissionIn(snapshot, { userId, scope: "realm", scopeId: snapshot.realmId, setting });
  const refusal = findDirectMessageRefusal({
    // Bots may send direct messages to all users. All users may send direct messages to bots and to themselves.
    isWithBots: sender.isBot || userIds.every((id) => id === sender.id || isBot(id)),
    hasPermittedUser: userIds.some((userId) => hasGroupPermission(userId, PERMISSION_SETTING)),
    canInitiate: hasGroupPermission(sender.id, INITIATOR_SETTING),
    hasConversation: haveTalked(),
  });
  if (refusal === "cannot_initiate") return new CannotInitiateConversation();
  if (refusal === null) return null;
  return isPermissionGroupEmpty(snapshot) ? new DirectMessagesDisabled() : new NoAuthorizedConversationMember();
}

function isPermissionGroupEmpty(snapshot: OrganizationSnapshot): boolean {
  const permission = snapshot.get(storedSettings).get("realm", snapshot.realmId, PERMISSION_SETTING);
  return permission !== undefined && snapshot.get(groups).get(permission)?.name === "role:nobody";
}

/** The data on which the permission to send depends and that the organization snapshot does not contain. */
export interface SendConditions {
  /** Returns the number of participants of the draft's topic. Called only if the draft mentions `@topic`. */
  readonly participants: (draft: MessageDraft) => number;
  /** True if these users already have a direct message conversation. */
  readonly hasConversation: (userIds: readonly number[]) => boolean;
}

/**
 * Checks for each message whether its sender may send it. The result has the order of `items`, and contains null or the
 * error for each.
 */
export function sendPermissionErrors(
  snapshot: OrganizationSnapshot,
  items: readonly OutgoingMessage[],
  circumstances: SendConditions,
): (AppError | null)[] {
  return items.map((item) => {
    const { sender, draft } = item;
    if (draft.to.kind === "channel") {
      const { channelId, name } = draft.to;
      const channel = postingPermissionIn(snapshot, { userId: sender.id, channelId, name });
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

/**
 * Returns the error if the policy for topics does not allow the topic, otherwise null. With "inherit", every topic is
 * allowed: to check the organization's policy, pass that policy instead.
 */
export function topicPolicyError(topic: string, policy: string): AppError | null {
  const refusal = findTopicRefusal(topic, policy);
  if (refusal === "topic_required") return new EmptyTopicNotAllowed();
  return refusal === "topic_forbidden" ? new OnlyEmptyTopicAllowed() : null;
}

/** Maximum number of users that a wildcard mention can reach without a special permission. */
const MAX_UNRESTRICTED_WILDCARD_USERS = 15;

/** The author, destination and mentions of a text. */
interface MentionCheck {
  readonly userId: number;
  readonly to: Destination;
  readonly mentions: Rendered["mentions"];
  /** Number of subscribers of the channel; 0 for direct messages. */
  readonly subscriberCount: number;
}

/**
 * Returns the error if the author may not mention the whole channel or topic because that reaches many users.
 * `participants` returns the number of the topic's participants. It is called only if the text mentions `@topic`.
 */
export function wildcardMentionError(
  snapshot: OrganizationSnapshot,
  { userId, to, mentions, subscriberCount }: MentionCheck,
  participants: () => number,
): AppError | null {
  if (to.kind === "direct") return null;
  const isManyInChannel = mentions.channelWildcard && subscriberCount > MAX_UNRESTRICTED_WILDCARD_USERS;
  if (!isManyInChannel && !(mentions.topicWildcard && participants() > MAX_UNRESTRICTED_WILDCARD_USERS)) return null;
  const setting = "can_mention_many_users_group" as const;
  if (hasPermissionIn(snapshot, { userId, scope: "realm", scopeId: snapshot.realmId, setting })) return null;
  return isManyInChannel ? new ChannelWildcardNotAllowed() : new TopicWildcardNotAllowed();
}

/** Returns the error if the author may not mention one of the groups in the text, otherwise null. */
export function groupMentionError(snapshot: OrganizationSnapshot, { userId, mentions }: MentionCheck): AppError | null {
  const refused = mentions.groups.find(
    (scopeId) => !hasPermissionIn(snapshot, { userId, scope: "group", scopeId, setting: "can_mention_group" }),
  );
  if (refused === undefined) return null;
  return new CannotMentionGroup({ group: snapshot.get(groups).get(refused)?.name ?? "" });
}

/**
 * Throws the error with which sending the message now would fail. Used for messages that are sent later, when the
 * permission is checked again.
 */
export async function assertCanSend(
  db: Reader,
  snapshot: OrganizationSnapshot,
  outgoing: OutgoingMessage,
): Promise<void> {
  const { draft, realm } = outgoing;
  const participants = (await loadTopicParticipants(db, [draft])).get(0)?.length ?? 0;
  const key = draft.to.kind === "direct" ? directKey(draft.to.userIds) : undefined;
  const haveTalked = key !== undefined && (await findDirectRecipients(db, realm.id, [key])).has(key);
  const [problem] = sendPermissionErrors(snapshot, [outgoing], {
    participants: () => participants,
    hasConversation: () => haveTalked,
  });
  if (problem) throw problem;
}
