import { channelsById } from "../entities-by-id.ts";
import { memo } from "../memo.ts";

/** Number of channels in each folder. Counts all channels that the user can see, including archived ones. */
export const channelsPerFolder = memo(
  ["subscriptions", "unsubscribed", "never_subscribed"],
  (state): ReadonlyMap<number, number> => {
    const counts = new Map<number, number>();
    for (const { folder_id } of channelsById(state).values()) {
      if (folder_id !== null) counts.set(folder_id, (counts.get(folder_id) ?? 0) + 1);
    }
    return counts;
  },
);
