import type { Rendered } from "@parlance/markdown/index.ts";
import type { AppError } from "#kernel/errors.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { groups } from "#modules/groups/core/groups-snapshot.ts";
import { holdsIn } from "#modules/groups/core/settings/group-settings.ts";
import type { Destination } from "../message-draft.ts";
import {
  ChannelWildcardNotAllowed,
  MayNotMentionGroup,
  TopicWildcardNotAllowed,
} from "#modules/messages/core/errors.ts";

/** Mentioning so many people at once takes a permission of its own. */
const WILDCARD_THRESHOLD = 15;

/** Somebody mentions others in a text that goes somewhere. */
export interface Mentioning {
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
export function wildcardProblem(
  directory: Directory,
  { userId, to, mentions, subscriberCount }: Mentioning,
  participants: () => number,
): AppError | null {
  if (to.kind === "direct") return null;
  const isManyInChannel = mentions.channelWildcard && subscriberCount > WILDCARD_THRESHOLD;
  if (!isManyInChannel && !(mentions.topicWildcard && participants() > WILDCARD_THRESHOLD)) return null;
  const setting = "can_mention_many_users_group" as const;
  if (holdsIn(directory, { userId, scope: "realm", scopeId: directory.realmId, setting })) return null;
  return isManyInChannel ? new ChannelWildcardNotAllowed() : new TopicWildcardNotAllowed();
}

/** Why the writer of a text may not mention one of the groups that it mentions. */
export function groupMentionProblem(directory: Directory, { userId, mentions }: Mentioning): AppError | null {
  const refused = mentions.groups.find(
    (scopeId) => !holdsIn(directory, { userId, scope: "group", scopeId, setting: "can_mention_group" }),
  );
  if (refused === undefined) return null;
  return new MayNotMentionGroup({ group: directory.of(groups).get(refused)?.name ?? "" });
}
