import { sql } from "kysely";
import { batched } from "#kernel/batched.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import { isGuest, nameKey, type Person } from "#modules/channels/access.ts";
import { isGrantedContent } from "#modules/read-state/conditions.ts";
import type { NarrowChannel } from "#narrow/index.ts";
import { canBeId } from "./accounts.ts";

interface Wanted {
  readonly reader: Person;
  readonly reference: number | string;
}

type Facts = Pick<
  Row<"channel">,
  "id" | "recipient_id" | "invite_only" | "is_web_public" | "history_public_to_subscribers"
> & { readonly place: number; readonly is_subscribed: boolean; readonly is_granted: boolean };

type LookUp = (wanted: Wanted) => Promise<NarrowChannel | null>;

const lookUps = new WeakMap<Reader, LookUp>();

/**
 * A channel that a narrow names, by id or by name in whatever case. Fetching messages of a channel begins with it, so
 * those who ask at the same time share a query.
 */
export function narrowChannel(db: Reader, reader: Person, reference: number | string): Promise<NarrowChannel | null> {
  let lookUp = lookUps.get(db);
  if (!lookUp) {
    lookUp = batched((wanted: readonly Wanted[]) => findChannels(db, wanted));
    lookUps.set(db, lookUp);
  }
  return lookUp({ reader, reference });
}

async function findChannels(db: Reader, wanted: readonly Wanted[]): Promise<(NarrowChannel | null)[]> {
  const idOf = ({ reference }: Wanted) => (typeof reference === "number" && canBeId(reference) ? reference : null);
  const keyOf = ({ reference }: Wanted) => (typeof reference === "string" ? nameKey(reference) : null);
  const { rows } = await sql<Facts>`
    select wanted.place, channel.id, channel.recipient_id, channel.invite_only, channel.is_web_public,
      channel.history_public_to_subscribers, coalesce(subscription.is_active, false) as is_subscribed,
      channel.invite_only and ${isGrantedContent(sql`wanted.user_id`)} as is_granted
    from unnest(
      ${wanted.map(({ reader }) => reader.id)}::int[], ${wanted.map(({ reader }) => reader.realmId)}::int[],
      ${wanted.map(idOf)}::int[], ${wanted.map(keyOf)}::text[]
    ) with ordinality as wanted(user_id, realm_id, channel_id, name_key, place)
    cross join lateral (
      select * from channel where id = wanted.channel_id and realm_id = wanted.realm_id
      union all
      select * from channel where realm_id = wanted.realm_id and name_key = wanted.name_key
    ) as channel
    left join subscription on subscription.user_id = wanted.user_id and subscription.channel_id = channel.id`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.place, row]));
  return wanted.map(({ reader }, index) => describe(reader, found.get(index + 1)));
}

function describe({ role }: Person, facts: Facts | undefined): NarrowChannel | null {
  if (!facts) return null;
  const { is_web_public, is_subscribed, invite_only, is_granted } = facts;
  return {
    id: facts.id,
    recipientId: facts.recipient_id,
    isReadable: is_web_public || is_subscribed || (!isGuest(role) && (!invite_only || is_granted)),
    isHistoryShared: !invite_only || facts.history_public_to_subscribers,
  };
}
