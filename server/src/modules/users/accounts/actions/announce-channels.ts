import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "#kernel/db/types.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Person } from "#modules/channels/core/access/channel-access.ts";
import { announceSightChange } from "#modules/channels/core/actions/announce-visibility-changes.ts";
import { defaultChannelsChanged } from "#modules/channels/core/events.ts";
import { defaultChannelIds } from "#modules/channels/core/queries.ts";

/** Changes a user's role, and announces to them the channels that come into view by it, and those that leave it. */
export async function announceChannelsInView(
  tx: Tx,
  before: Person,
  after: Person,
  change: () => Promise<void>,
): Promise<void> {
  const { id, realmId } = before;
  await announceSightChange(tx, { realmId, userIds: [id], channels: { all: true } }, change);
  if (isGuest(before.role) === isGuest(after.role)) return;
  emit(tx, toUser(after), async () =>
    defaultChannelsChanged(isGuest(after.role) ? [] : await defaultChannelIds(tx, realmId)),
  );
}
