import { z } from "zod";
import { ChannelPermissions, ChannelTopicsPolicy } from "@parlance/contract/entities/channel.ts";
import { BadValue } from "#kernel/http/errors.ts";
import { bool, id, jsonOrText } from "#kernel/http/params.ts";
import { MAX_INTEGER } from "#kernel/storable-values.ts";
import type { ChannelRequest } from "./actions/create-permitted-channels.ts";

/** What can be asked of a new channel, apart from its words. */
export const channelInput = {
  announce: bool().default(false).describe("Whether the organization is told, where it has a channel for that"),
  invite_only: bool().default(false).describe("Private"),
  is_web_public: bool().default(false),
  is_default_stream: bool().default(false).describe("Whether new accounts are subscribed to it; administrators only"),
  history_public_to_subscribers: bool()
    .optional()
    .describe("Whether new subscribers of a private channel see what was sent before; default: no"),
  message_retention_days: jsonOrText(z.union([z.int(), z.string()]))
    .optional()
    .describe("Days, `realm_default` or `unlimited`; owners only"),
  topics_policy: jsonOrText(ChannelTopicsPolicy).default("inherit"),
  folder_id: id().optional().describe("The channel folder that it goes into"),
  send_new_subscription_messages: bool().default(true).describe("Whether people are told who subscribed them to what"),
  ...ChannelPermissions.partial().shape,
};

type Parsed = z.output<z.ZodObject<typeof channelInput>>;

export function channelRequest(input: Parsed): ChannelRequest {
  const { history_public_to_subscribers: historyPublicToSubscribers, folder_id: folderId } = input;
  const permissions = Object.keys(ChannelPermissions.shape) as (keyof ChannelPermissions)[];
  return {
    plan: {
      inviteOnly: input.invite_only,
      isWebPublic: input.is_web_public,
      isDefault: input.is_default_stream,
      topicsPolicy: input.topics_policy,
      messageRetentionDays: retentionDays(input.message_retention_days),
      ...(historyPublicToSubscribers === undefined ? {} : { historyPublicToSubscribers }),
      ...(folderId === undefined ? {} : { folderId }),
    },
    permissions: Object.fromEntries(permissions.map((setting) => [setting, input[setting]])),
  };
}

/** Null: as the organization; -1: for ever. */
export function retentionDays(given: number | string | undefined): number | null {
  if (given === undefined || given === "realm_default") return null;
  if (given === "unlimited") return -1;
  if (typeof given === "number" && given > 0 && given <= MAX_INTEGER) return given;
  throw new BadValue({ var_name: "message_retention_days", bad_value: given });
}
