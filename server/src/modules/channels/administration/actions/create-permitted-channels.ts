import type { Row } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
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

/** What the actor asks of new channels, the same for each of them. */
export interface NewChannelOptions {
  readonly plan: NewChannelProperties;
  readonly permissions: GroupSettingInput<"channel">;
}

/** What may go wrong from the words of a new channel to its rows. */
export const channelCreationErrors = [
  ...channelNameErrors,
  ChannelAlreadyExists,
  BadValue,
  ...groupSettingErrors,
  ...creationErrors,
] as const;

/** Throws where the actor may not create a channel like this, as `createPermittedChannels` would. */
export async function assertCanCreateChannels(ctx: Write, { plan, permissions }: NewChannelOptions): Promise<void> {
  const { tx, actor } = ctx;
  const { realmId } = actor;
  const groups = await resolveGroupSettings(tx, { realmId, scope: "channel", values: permissions });
  await authorizeCreation(ctx, plan, groups);
}

/** Creates channels as far as the actor may: all of them, or it throws. */
export async function createPermittedChannels(
  ctx: Write,
  { plan, permissions: values }: NewChannelOptions,
  drafts: readonly ChannelText[],
): Promise<Row<"channel">[]> {
  const { tx, actor, now } = ctx;
  const { realmId } = actor;
  const permissions: GroupSettingIds<"channel">[] = [];
  // One after the other: the unnamed groups behind a channel's settings are that channel's alone.
  for (const _ of drafts) permissions.push(await resolveGroupSettings(tx, { realmId, scope: "channel", values }));
  await authorizeCreation(ctx, plan, permissions[0] ?? {});
  const channels = drafts.map((draft, index) => ({ ...plan, ...draft, permissions: permissions[index] ?? {} }));
  return createChannels(tx, { realmId, creatorId: actor.id, now, channels });
}
