import { sql } from "kysely";
import { batched } from "#kernel/batched.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import { nameKey, type Person } from "#modules/4-channels/channels/access.ts";
import {
  administersAsCreatorInSql,
  grantingSettings,
  isHistoryShared,
  readsContent,
  seesMetadata,
  type Sight,
} from "#modules/4-channels/channels/reading.ts";
import { groupsOf } from "#modules/2-records/user-groups/membership.ts";
import type { NarrowChannel } from "#narrow/index.ts";
import { canBeId } from "./addressees.ts";

interface Wanted {
  readonly reader: Person;
  readonly reference: number | string;
}

/** A channel, and whether the reader may know that there is such. */
interface FoundChannel extends NarrowChannel {
  readonly isKnown: boolean;
}

type Facts = Sight &
  Pick<Row<"channel">, "id" | "recipient_id" | "history_public_to_subscribers"> & { readonly ordinal: number };

type LookUp = (wanted: Wanted) => Promise<FoundChannel | null>;

const lookUps = new WeakMap<Reader, LookUp>();

/**
 * A channel that a narrow names, by id or by name in whatever case, whether or not the reader may know of it. Fetching
 * messages of a channel begins with it, so those who ask at the same time share a query.
 */
export function narrowChannel(db: Reader, reader: Person, reference: number | string): Promise<FoundChannel | null> {
  let lookUp = lookUps.get(db);
  if (!lookUp) {
    lookUp = batched((wanted: readonly Wanted[]) => findChannels(db, wanted));
    lookUps.set(db, lookUp);
  }
  return lookUp({ reader, reference });
}

async function findChannels(db: Reader, wanted: readonly Wanted[]): Promise<(FoundChannel | null)[]> {
  const idOf = ({ reference }: Wanted) => (typeof reference === "number" && canBeId(reference) ? reference : null);
  const keyOf = ({ reference }: Wanted) => (typeof reference === "string" ? nameKey(reference) : null);
  const { rows } = await sql<Facts>`
    select wanted.ordinal, channel.id, channel.recipient_id, channel.invite_only, channel.is_web_public,
      channel.history_public_to_subscribers, coalesce(subscription.is_active, false) as is_subscribed,
      ${holds("can_administer_channel_group")} or ${administersAsCreatorInSql(sql`wanted.user_id`)} as in_administer_group,
      ${holds("can_add_subscribers_group")} as in_add_subscribers_group,
      ${holds("can_subscribe_group")} as in_subscribe_group
    from unnest(
      ${wanted.map(({ reader }) => reader.id)}::int[], ${wanted.map(({ reader }) => reader.realmId)}::int[],
      ${wanted.map(idOf)}::int[], ${wanted.map(keyOf)}::text[]
    ) with ordinality as wanted(user_id, realm_id, channel_id, name_key, ordinal)
    cross join lateral (
      select * from channel where id = wanted.channel_id and realm_id = wanted.realm_id
      union all
      select * from channel where realm_id = wanted.realm_id and name_key = wanted.name_key
    ) as channel
    left join subscription on subscription.user_id = wanted.user_id and subscription.channel_id = channel.id
    cross join lateral (
      select array_agg(setting) as settings from group_setting
      where channel.invite_only and scope = 'channel' and scope_id = channel.id
        and setting = any(${grantingSettings}::text[]) and group_id in ${groupsOf(sql`wanted.user_id`)}
    ) as held`.execute(db);
  const found = new Map(rows.map((row) => [row.ordinal, row]));
  return wanted.map(({ reader }, index) => describe(reader, found.get(index + 1)));
}

/** Whether one of the channel's own groups gives the reader something; of public channels nobody asks. */
const holds = (setting: (typeof grantingSettings)[number]) =>
  sql`coalesce(${sql.lit(setting)} = any(held.settings), false)`;

function describe({ role }: Person, facts: Facts | undefined): FoundChannel | null {
  if (!facts) return null;
  return {
    id: facts.id,
    recipientId: facts.recipient_id,
    isKnown: seesMetadata(role, facts),
    isReadable: readsContent(role, facts),
    isHistoryShared: isHistoryShared(facts),
  };
}
