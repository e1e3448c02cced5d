// The permissions of the reader for messages, which decide what the interface offers. The rules are those of
// contract/rules, by which the server decides too, applied to the state that this client has.
import type { Role } from "@parlance/contract/entities/roles.ts";
import { findDeletionRefusal, isOwnMessage } from "@parlance/contract/rules/deleting.ts";
import { findEditRefusal, isMessageChangeable } from "@parlance/contract/rules/editing.ts";
import { findMoveRefusal, moveLimitSeconds, type MoveKind } from "@parlance/contract/rules/moving.ts";
import type { State } from "@parlance/contract/state/index.ts";
import type { KnownMessage } from "../messages/messages.ts";
import { channelsById, peopleById } from "./entities-by-id.ts";
import { administers, canReadChannel, hasChannelPermission, hasRealmPermission, ownRole } from "./permissions.ts";

/** Returns the age of a message in seconds, up to a second too high, because its time is in whole seconds. */
const ageSeconds = ({ timestamp }: KnownMessage, nowMs: number): number => nowMs / 1000 - timestamp;

/** True if the reader can still read the message and its channel is not archived. Always true for direct messages. */
function isChangeable(state: State, { stream_id: channelId }: KnownMessage): boolean {
  if (channelId === undefined) return true;
  const channel = channelsById(state).get(channelId);
  if (!channel) return false;
  return isMessageChangeable({ is_readable: canReadChannel(state, channelId), is_archived: channel.is_archived });
}

/** Whether the reader may edit the content of a message. */
export const canEditMessage = (state: State, message: KnownMessage, nowMs: number): boolean =>
  isChangeable(state, message) &&
  findEditRefusal({
    isSender: message.sender_id === state.user_id,
    isEditingEnabled: state.realm_allow_message_editing !== false,
    ageSeconds: ageSeconds(message, nowMs),
    limitSeconds: state.realm_message_content_edit_limit_seconds ?? null,
  }) === null;

/**
 * True if the reader can delete a message. The permission for own messages includes those of the reader's bots, and is
 * limited in time.
 */
function canDeleteMessage(state: State, message: KnownMessage, nowMs: number): boolean {
  const { user_id: me } = state;
  if (me === undefined || !isChangeable(state, message)) return false;
  const { sender_id: id, stream_id: channelId } = message;
  const channel = channelId === undefined ? undefined : channelsById(state).get(channelId);
  const hasGroupPermission = (setting: "can_delete_any_message_group" | "can_delete_own_message_group") =>
    hasRealmPermission(state, setting) || (channel !== undefined && hasChannelPermission(state, channel, setting));
  const refusal = findDeletionRefusal({
    isOwn: isOwnMessage(me, { id, botOwnerId: peopleById(state).get(id)?.bot_owner_id ?? null }),
    canDeleteAny: hasGroupPermission("can_delete_any_message_group"),
    canDeleteOwn: hasGroupPermission("can_delete_own_message_group"),
    ageSeconds: ageSeconds(message, nowMs),
    limitSeconds: state.realm_message_content_delete_limit_seconds ?? null,
  });
  return refusal === null;
}

const topicMove = { changesTopic: true, changesChannel: false };
const channelMove = { changesTopic: false, changesChannel: true };

/** Whether the reader may make this kind of move in a channel. Ignores the target channel and the messages' age. */
function canMoveFrom(state: State, channelId: number, kind: MoveKind & { readonly isResolution?: boolean }): boolean {
  const channel = channelsById(state).get(channelId);
  if (!channel || channel.is_archived || !canReadChannel(state, channelId)) return false;
  const isAdministered = administers(state, channel);
  const refusal = findMoveRefusal({
    isResolution: false,
    ...kind,
    administersSource: isAdministered,
    administersTarget: isAdministered,
    canChangeTopics:
      hasRealmPermission(state, "can_move_messages_between_topics_group") ||
      hasChannelPermission(state, channel, "can_move_messages_within_channel_group"),
    canChangeChannels:
      hasRealmPermission(state, "can_move_messages_between_channels_group") ||
      hasChannelPermission(state, channel, "can_move_messages_out_of_channel_group"),
    canResolveTopics:
      hasRealmPermission(state, "can_resolve_topics_group") ||
      hasChannelPermission(state, channel, "can_resolve_topics_group"),
    canPostInTarget: true,
  });
  return refusal === null;
}

/** Whether the reader may move messages of a channel to another topic in it. */
export const canMoveBetweenTopics = (state: State, channelId: number): boolean =>
  canMoveFrom(state, channelId, topicMove);

/** Whether the reader may move messages of a channel to other channels. */
export const canMoveBetweenChannels = (state: State, channelId: number): boolean =>
  canMoveFrom(state, channelId, channelMove);

/** True if the reader can mark topics of a channel as resolved or unresolved. */
export const canResolveTopics = (state: State, channelId: number): boolean =>
  canMoveFrom(state, channelId, { ...topicMove, isResolution: true });

/** True if the reader can move a message to another topic or channel. */
function canMoveMessage(state: State, message: KnownMessage, nowMs: number): boolean {
  const { stream_id: channelId } = message;
  if (channelId === undefined) return false;
  const limits = {
    betweenTopics: state.realm_move_messages_within_stream_limit_seconds ?? null,
    betweenChannels: state.realm_move_messages_between_streams_limit_seconds ?? null,
  };
  const role: Role = ownRole(state);
  const isInTime = (kind: MoveKind) => ageSeconds(message, nowMs) <= moveLimitSeconds(role, kind, limits);
  return (
    (isInTime(topicMove) && canMoveBetweenTopics(state, channelId)) ||
    (isInTime(channelMove) && canMoveBetweenChannels(state, channelId))
  );
}

/** The permissions of the reader for a message. */
export interface MessagePermissions {
  readonly edit: boolean;
  readonly remove: boolean;
  /** To another topic or channel. */
  readonly move: boolean;
  readonly seeHistory: boolean;
  readonly seeReaders: boolean;
  readonly report: boolean;
}

export const messagePermissions = (state: State, message: KnownMessage, nowMs: number): MessagePermissions => ({
  edit: canEditMessage(state, message, nowMs),
  remove: canDeleteMessage(state, message, nowMs),
  move: canMoveMessage(state, message, nowMs),
  seeHistory: state.realm_message_edit_history_visibility_policy !== "none",
  seeReaders: state.realm_enable_read_receipts === true,
  report: (state.realm_moderation_request_channel_id ?? -1) >= 0 && message.sender_id !== state.user_id,
});
