import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

/**
 * The channel does not exist, or the caller cannot see it. The error is the same, so that it does not reveal hidden
 * channels.
 */
export const InvalidChannelId = defineError({ text: "Invalid channel ID" });
export const InvalidChannelName = defineError({
  text: ({ name }: { name: string }) => `Invalid channel name '${name}'`,
});
export const ChannelDoesNotExist = defineError({
  code: "STREAM_DOES_NOT_EXIST",
  text: ({ stream }) => `Channel '${stream}' does not exist`,
  fields: z.object({ stream: z.string() }),
});
export const ChannelIdDoesNotExist = defineError({
  code: "STREAM_DOES_NOT_EXIST",
  text: ({ stream_id }) => `Channel with ID '${stream_id}' does not exist`,
  fields: z.object({ stream_id: z.int() }),
});
export const ChannelsDoNotExist = defineError({
  code: "STREAM_DOES_NOT_EXIST",
  text: ({ stream }) => `Channel(s) (${stream}) do not exist`,
  fields: z.object({ stream: z.string().describe("The unknown names, separated by commas.") }),
});
export const ChannelAlreadyExists = defineError({
  code: "CHANNEL_ALREADY_EXISTS",
  status: 409,
  text: ({ channel_name }: { channel_name: string }) => `Channel '${channel_name}' already exists`,
});

export const EmptyChannelName = defineError({ text: "Channel name can't be empty." });
export const ChannelNameTooLong = defineError({ text: "Channel name too long (limit: 60 characters)." });
export const InvalidChannelNameCharacter = defineError({
  text: ({ position }: { position: number }) => `Invalid character in channel name, at position ${position}.`,
});
export const channelNameErrors = [EmptyChannelName, ChannelNameTooLong, InvalidChannelNameCharacter] as const;
export const InvalidPrivacyModel = defineError({ text: "Invalid parameters" });
export const PrivateDefaultChannel = defineError({ text: "A default channel cannot be private." });
export const PrivateChannelAsDefault = defineError({ text: "Private channels cannot be made default." });
export const WebPublicChannelsDisabled = defineError({ text: "Web-public channels are not enabled." });

export const NotSubscribed = defineError({
  text: ({ channel_id }: { channel_id: number }) => `Not subscribed to channel ID ${channel_id}`,
});
export const UnknownSubscriptionProperty = defineError({
  text: ({ property }: { property: string }) => `Unknown subscription property: ${property}`,
});
export const NotBoolean = defineError({
  text: ({ property }: { property: string }) => `${property} is not a boolean`,
});
export const InvalidColor = defineError({ text: "color is not a valid hex color code" });

export const NoSubscriptionChanges = defineError({
  text: 'Nothing to do. Specify at least one of "add" or "delete".',
});
export const ChannelsNotAccessible = defineError({
  text: ({ names }: { names: string }) => `Unable to access channel (${names}).`,
});
export const UserIsDeactivated = defineError({ text: "User is deactivated" });

export const NoPermissionToPost = defineError({ text: "You do not have permission to post in this channel." });
export const NotAuthorizedToSend = defineError({
  text: ({ name }: { name: string }) => `Not authorized to send to channel '${name}'`,
});

export const NotAllowedToAdministerChannel = defineError({
  text: "You do not have permission to administer this channel.",
});
export const ContentAccessRequired = defineError({ text: "Channel content access is required." });
export const NotAllowedToChangeDefaults = defineError({
  text: "You do not have permission to change default channels.",
});
export const SameChannelName = defineError({ text: "Channel already has that name." });
export const NamedTopicsExist = defineError({
  text: "To enable this configuration, all messages in this channel must be in the general chat topic. Consider renaming or deleting other topics.",
});
export const ModerationChannelMustBePrivate = defineError({ text: "Moderation request channel must be private." });
export const AlreadyArchived = defineError({ text: "Channel is already deactivated" });
export const NotArchived = defineError({ text: "Channel is not currently deactivated" });
export const ChannelHasNoSubscribers = defineError({ text: "Channel is private and have no subscribers" });
