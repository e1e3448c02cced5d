import { z } from "zod";
import { ChannelPermissions, ChannelTopicsPolicy } from "@parlance/contract/entities/channel.ts";
import { BadValue } from "@parlance/kernel/http/errors.ts";
import { bool, jsonOrText, int } from "@parlance/kernel/http/params.ts";
import { MAX_INTEGER } from "@parlance/kernel/base/storable-values.ts";
import type { NewChannelOptions } from "../actions/create-permitted-channels.ts";
import { channelFolderId } from "#modules/platform/parameters/identifying-parameters.ts";

/**
 * The parameters for creating a channel, including those for notices about it. Its name and description are defined
 * elsewhere.
 */
export const newChannelInput = {
  announce: bool()
    .default(false)
    .describe("Whether to announce new channels in the organization's channel for announcements, if it has one."),
  invite_only: bool().default(false).describe("Whether the channel is private."),
  is_web_public: bool().default(false).describe("Whether the channel can be read without an account."),
  is_default_stream: bool()
    .default(false)
    .describe("Whether new users are subscribed to the channel. Only administrators may set it."),
  history_public_to_subscribers: bool()
    .optional()
    .describe(
      "Whether new subscribers of a private channel can read messages sent before they subscribed; defaults to " +
        "false.",
    ),
  message_retention_days: jsonOrText(z.union([int(), z.string()]))
    .optional()
    .describe("Days that messages are kept, `realm_default` or `unlimited`. Only owners may set it."),
  topics_policy: jsonOrText(ChannelTopicsPolicy).default("inherit"),
  folder_id: channelFolderId().optional().describe("Id of the channel's folder."),
  send_new_subscription_messages: bool()
    .default(true)
    .describe("Whether the notification bot notifies users who were subscribed by another user."),
  ...ChannelPermissions.partial().shape,
};

type Parsed = z.output<z.ZodObject<typeof newChannelInput>>;

export function parseNewChannelOptions(input: Parsed): NewChannelOptions {
  const { history_public_to_subscribers: historyPublicToSubscribers, folder_id: folderId } = input;
  const permissions = Object.keys(ChannelPermissions.shape) as (keyof ChannelPermissions)[];
  return {
    plan: {
      inviteOnly: input.invite_only,
      isWebPublic: input.is_web_public,
      isDefault: input.is_default_stream,
      topicsPolicy: input.topics_policy,
      messageRetentionDays: parseRetentionDays(input.message_retention_days),
      ...(historyPublicToSubscribers === undefined ? {} : { historyPublicToSubscribers }),
      ...(folderId === undefined ? {} : { folderId }),
    },
    permissions: Object.fromEntries(permissions.map((setting) => [setting, input[setting]])),
  };
}

/**
 * Parses a retention period. Returns days, null for the organization's retention period, or -1 for unlimited.
 * @throws BadValue
 */
export function parseRetentionDays(setting: number | string | undefined): number | null {
  if (setting === undefined || setting === "realm_default") return null;
  if (setting === "unlimited") return -1;
  if (typeof setting === "number" && setting > 0 && setting <= MAX_INTEGER) return setting;
  throw new BadValue({ var_name: "message_retention_days", bad_value: setting });
}
