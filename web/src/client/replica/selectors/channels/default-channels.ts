import type { Channel } from "@parlance/contract/entities/channel.ts";
import { channelsById } from "../entities-by-id.ts";
import { memo } from "../memo.ts";

const fields = ["subscriptions", "unsubscribed", "never_subscribed", "realm_default_streams"] as const;

const collator = new Intl.Collator(undefined, { sensitivity: "base", numeric: true });

const byName = (a: Channel, b: Channel) => collator.compare(a.name, b.name);

/** Channels to which new users are subscribed automatically. */
export const defaultChannels = memo(fields, (state): readonly Channel[] =>
  (state.realm_default_streams ?? []).flatMap((id) => channelsById(state).get(id) ?? []).toSorted(byName),
);

/** Channels that can become default channels. */
export const defaultChannelCandidates = memo(fields, (state): readonly Channel[] => {
  const present = new Set(state.realm_default_streams);
  return [...channelsById(state).values()]
    .filter(({ stream_id, is_archived, invite_only }) => !is_archived && !invite_only && !present.has(stream_id))
    .toSorted(byName);
});
