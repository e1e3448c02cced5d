import type { ChannelTopicsPolicy } from "@parlance/contract/entities/channel.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { createChannelRecipients } from "#modules/messages/conversations/actions/create-recipients.ts";
import type { GroupSettingIds } from "#modules/groups/core/actions/settings/resolve-group-settings.ts";
import { storeGroupSettings } from "#modules/groups/core/actions/settings/store-group-settings.ts";
import { channelNameKey } from "../access/channel-access.ts";
import { loadGrantees, viewersExceptSubscribers } from "../announcements/channel-audience.ts";
import { recordChannelChanges } from "../snapshot/channels-snapshot.ts";
import { required } from "@parlance/kernel/base/required.ts";
import { ChannelAlreadyExists } from "../errors.ts";
import { channelsCreated, defaultChannelsChanged } from "../events.ts";
import { presentChannels } from "../presentation.ts";
import { loadDefaultChannelIds } from "../queries.ts";

export interface NewChannel {
  /** The name, normalized by `parseChannelName`. */
  readonly name: string;
  readonly description?: string;
  readonly renderedDescription?: string;
  readonly inviteOnly?: boolean;
  readonly isWebPublic?: boolean;
  /** Ignored for public channels, whose history is always shared. */
  readonly historyPublicToSubscribers?: boolean;
  /** Retention period in days. `null` stands for the organization's retention period, -1 for unlimited. */
  readonly messageRetentionDays?: number | null;
  readonly topicsPolicy?: ChannelTopicsPolicy;
  /** Id of a folder that is not archived. */
  readonly folderId?: number;
  /** True if new accounts are subscribed to the channel. */
  readonly isDefault?: boolean;
  /**
   * Ids of the groups with each permission, resolved for this channel alone. Permissions that are omitted have their
   * defaults.
   */
  readonly permissions?: GroupSettingIds<"channel">;
}

export interface ChannelCreation {
  readonly realmId: number;
  /** The user who administers the channels, unless `permissions` contains the permission for it. */
  readonly creatorId: number | null;
  readonly now: Date;
  readonly channels: readonly NewChannel[];
}

/**
 * Creates channels without subscribers. Does not check whether the creator may do so; the caller must.
 * @throws ChannelAlreadyExists
 */
export async function createChannels(tx: Tx, creation: ChannelCreation): Promise<Row<"channel">[]> {
  const { realmId, channels } = creation;
  if (channels.length === 0) return [];
  const rows = await insertChannels(tx, creation);
  for (const [index, row] of rows.entries()) {
    await storeGroupSettings(tx, { realmId, scope: "channel", scopeId: row.id }, channels[index]?.permissions ?? {});
  }
  await announce(tx, realmId, rows);
  return rows;
}

/** Inserts the rows of new channels, and returns them in the same order. */
async function insertChannels(
  tx: Tx,
  { realmId, creatorId, now, channels }: ChannelCreation,
): Promise<Row<"channel">[]> {
  const recipients = await createChannelRecipients(tx, realmId, channels.length);
  const values = channels.map((channel, index) => ({
    realm_id: realmId,
    recipient_id: required(recipients[index]),
    name: channel.name,
    name_key: channelNameKey(channel.name),
    description: channel.description ?? "",
    rendered_description: channel.renderedDescription ?? "",
    creator_id: creatorId,
    created_at: now,
    invite_only: channel.inviteOnly ?? false,
    is_web_public: channel.isWebPublic ?? false,
    history_public_to_subscribers: !channel.inviteOnly || (channel.historyPublicToSubscribers ?? false),
    message_retention_days: channel.messageRetentionDays ?? null,
    topics_policy: channel.topicsPolicy ?? "inherit",
    folder_id: channel.folderId ?? null,
    is_default: channel.isDefault ?? false,
  }));
  const rows = await tx
    .insertInto("channel")
    .values(values)
    .onConflict((conflict) => conflict.columns(["realm_id", "name_key"]).doNothing())
    .returningAll()
    .execute();
  recordChannelChanges(
    tx,
    realmId,
    rows.map(({ id }) => id),
  );
  const byKey = new Map(rows.map((row) => [row.name_key, row]));
  return values.map(({ name, name_key }) => {
    const row = byKey.get(name_key);
    if (!row) throw new ChannelAlreadyExists({ channel_name: name });
    return row;
  });
}

async function announce(tx: Tx, realmId: number, rows: readonly Row<"channel">[]): Promise<void> {
  const grantees = await loadGrantees(tx, rows);
  const presented = await presentChannels(tx, realmId, rows);
  const byAudience = Map.groupBy(rows, (row) => JSON.stringify(viewersExceptSubscribers(row, grantees)));
  for (const alike of byAudience.values()) {
    const streams = alike.map(({ id }) => required(presented.get(id)));
    emit(tx, viewersExceptSubscribers(required(alike[0]), grantees), channelsCreated(streams));
  }
  if (rows.some(({ is_default }) => is_default)) {
    emit(tx, { realmId, members: true }, async () => defaultChannelsChanged(await loadDefaultChannelIds(tx, realmId)));
  }
}
