import type { Row } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { BadValue } from "@parlance/kernel/http/errors.ts";
import {
  resolveGroupSettings,
  type GroupSettingIds,
  type GroupSettingInput,
} from "#modules/groups/core/actions/settings/resolve-group-settings.ts";
import { groupSettingErrors } from "#modules/groups/core/errors.ts";
import type { ChannelText } from "../creation/channel-text.ts";
import { authorizeCreation, creationErrors, type NewChannelProperties } from "../creation/channel-creation-policy.ts";
import { ChannelAlreadyExists, channelNameErrors } from "#modules/channels/core/errors.ts";
import { createChannels } from "#modules/channels/core/actions/create-channels.ts";

/** Properties of new channels. They are the same for all channels of a request. */
export interface NewChannelOptions {
  readonly plan: NewChannelProperties;
  readonly permissions: GroupSettingInput<"channel">;
}

/** All errors that can occur when a channel is created. */
export const channelCreationErrors = [
  ...channelNameErrors,
  ChannelAlreadyExists,
  BadValue,
  ...groupSettingErrors,
  ...creationErrors,
] as const;

/**
 * Throws if the actor may not create a channel with these options, according to the organization snapshot.
 * @throws the errors that `createPermittedChannels` throws for the options
 */
export async function assertCanCreateChannels(
  ctx: Write,
  snapshot: OrganizationSnapshot,
  { plan, permissions }: NewChannelOptions,
): Promise<void> {
  const { tx, actor } = ctx;
  const { realmId } = actor;
  const groups = await resolveGroupSettings(tx, { realmId, scope: "channel", values: permissions });
  await authorizeCreation(ctx, snapshot, plan, groups);
}

/**
 * Creates channels. Throws, and creates none, if the actor may not create one of them, according to the organization
 * snapshot.
 */
export async function createPermittedChannels(
  ctx: Write,
  snapshot: OrganizationSnapshot,
  { plan, permissions: values }: NewChannelOptions,
  drafts: readonly ChannelText[],
): Promise<Row<"channel">[]> {
  const { tx, actor, now } = ctx;
  const { realmId } = actor;
  const permissions: GroupSettingIds<"channel">[] = [];
  // Resolved separately for each channel, because an unnamed group in the settings belongs to one channel only.
  for (const _ of drafts) permissions.push(await resolveGroupSettings(tx, { realmId, scope: "channel", values }));
  await authorizeCreation(ctx, snapshot, plan, permissions[0] ?? {});
  const channels = drafts.map((draft, index) => ({ ...plan, ...draft, permissions: permissions[index] ?? {} }));
  return createChannels(tx, { realmId, creatorId: actor.id, now, channels });
}
