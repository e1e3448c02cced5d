import type { Rendered } from "@parlance/markdown/index.ts";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { groups } from "#modules/groups/core/groups-snapshot.ts";
import { hasPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import type { Destination } from "../message-draft.ts";
import {
  ChannelWildcardNotAllowed,
  CannotMentionGroup,
  TopicWildcardNotAllowed,
} from "#modules/messages/core/errors.ts";

/** Mentioning so many people at once takes a permission of its own. */
const MAX_UNRESTRICTED_WILDCARD_USERS = 15;

/** Somebody mentions others in a text that goes somewhere. */
export interface MentionCheck {
  readonly userId: number;
  readonly to: Destination;
  readonly mentions: Rendered["mentions"];
  /** Of the channel; 0 for direct messages. */
  readonly subscriberCount: number;
}

/**
 * Why the writer of a text may not mention the whole channel or topic, where that is many people. `participants`: how many
 * wrote or reacted in the topic; asked for if it is mentioned as a whole.
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

/** Why the writer of a text may not mention one of the groups that it mentions. */
export function groupMentionError(snapshot: OrganizationSnapshot, { userId, mentions }: MentionCheck): AppError | null {
  const refused = mentions.groups.find(
    (scopeId) => !hasPermissionIn(snapshot, { userId, scope: "group", scopeId, setting: "can_mention_group" }),
  );
  if (refused === undefined) return null;
  return new CannotMentionGroup({ group: snapshot.get(groups).get(refused)?.name ?? "" });
}
