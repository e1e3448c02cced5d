import { sql } from "kysely";
import { higherRole, isGuest, type Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "#kernel/db/types.ts";
import type { AppError } from "#kernel/errors.ts";
import type { Directory } from "#kernel/organization-snapshot/organization-snapshot.ts";
import { people } from "#modules/users/core/snapshot/users-snapshot.ts";
import { storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { holdsIn, holdsMany } from "#modules/groups/core/settings/group-settings.ts";
import { channels, subscriptions } from "../snapshot/channels-snapshot.ts";
import { grantingSettings, isOpenTo, readsContent, seesMetadata, type Sight } from "./visibility-rules.ts";
import { ChannelDoesNotExist, ChannelIdDoesNotExist, NoPermissionToPost, NotAuthorizedToSend } from "../errors.ts";

export interface PostingPair {
  readonly userId: number;
  readonly channelId: number;
  /** What the user called the channel, unless it was by its id. */
  readonly name?: string | undefined;
}

const SENT_TO = [
  "id",
  "recipient_id",
  "name",
  "topics_policy",
  "invite_only",
  "is_web_public",
  "history_public_to_subscribers",
  "subscriber_count",
] as const;

/** What sending needs to know of a channel. */
export type PostingChannel = Pick<Row<"channel">, (typeof SENT_TO)[number]>;

interface Facts extends PostingChannel {
  readonly is_archived: boolean;
  /** The role of the sender, or of a bot's owner if that one is higher. */
  readonly role: Role;
  readonly owner_id: number | null;
  readonly is_system_bot: boolean;
  readonly is_subscribed: boolean;
  readonly restricts_posting: boolean;
}

type Setting = "can_send_message_group" | (typeof grantingSettings)[number];

/**
 * Who may write where, for many senders at once: for each pair, in their order, the channel, or the error that the
 * sender is to read; channels that the sender may not know of do not exist. Bots may what their owners may; the server's
 * own bots may write anywhere.
 */
export async function postingRights(
  db: Reader,
  realmId: number,
  pairs: readonly PostingPair[],
): Promise<(PostingChannel | AppError)[]> {
  const facts = await loadFacts(db, realmId, pairs);
  const asked = pairs.flatMap((pair, nth) => {
    const fact = facts[nth];
    return fact ? questionsOf(fact, pair).map((question) => ({ ...question, nth })) : [];
  });
  const answers = asked.length > 0 ? await holdsMany(db, realmId, asked) : [];
  const held = asked.filter((_, index) => answers[index]);
  return pairs.map((pair, nth) => {
    const own = new Set(held.filter((one) => one.nth === nth).map(({ setting }) => setting));
    return verdict(pair, facts[nth], own);
  });
}

/** The same, by the organization in memory. */
export function postingRightsIn(directory: Directory, pairs: readonly PostingPair[]): (PostingChannel | AppError)[] {
  return pairs.map((pair) => {
    const fact = factsIn(directory, pair);
    const channelCreatorId = directory.of(channels).get(pair.channelId)?.creator_id ?? null;
    const asked = fact ? questionsOf(fact, pair) : [];
    const held = asked.filter((question) => holdsIn(directory, { ...question, channelCreatorId }));
    return verdict(pair, fact, new Set(held.map(({ setting }) => setting)));
  });
}

const verdict = (pair: PostingPair, fact: Facts | undefined, held: ReadonlySet<Setting>): PostingChannel | AppError =>
  fact === undefined || isUnseen(fact, held) ? nonexistent(pair) : judge(fact, held);

function factsIn(directory: Directory, { userId, channelId }: PostingPair): Facts | undefined {
  const channel = directory.of(channels).get(channelId);
  const account = directory.of(people).get(userId);
  if (!channel || !account) return undefined;
  const { bot_owner_id: ownerId, is_system } = account;
  const owner = ownerId === null ? undefined : directory.of(people).get(ownerId);
  const subscribed = directory.of(subscriptions);
  return {
    ...channel,
    role: higherRole(account.role, owner?.role ?? account.role),
    owner_id: ownerId,
    is_system_bot: is_system,
    is_subscribed: [userId, ownerId].some((id) => id !== null && subscribed.isSubscribed(id, channelId)),
    restricts_posting: directory.of(storedSettings).get("channel", channelId, "can_send_message_group") !== undefined,
  };
}

const nonexistent = ({ channelId, name }: PostingPair): AppError =>
  name === undefined ? new ChannelIdDoesNotExist({ stream_id: channelId }) : new ChannelDoesNotExist({ stream: name });

async function loadFacts(db: Reader, realmId: number, pairs: readonly PostingPair[]): Promise<(Facts | undefined)[]> {
  const columns = sql.join(SENT_TO.map((column) => sql.ref(`channel.${column}`)));
  const { rows } = await sql<Facts & { ordinal: number }>`
    select pair.ordinal, ${columns}, channel.is_archived, account.bot_owner_id as owner_id,
      least(account.role, bot_owner.role) as role,
      realm.subdomain is null as is_system_bot,
      exists (
        select from subscription
        where channel_id = channel.id and user_id in (account.id, account.bot_owner_id) and is_active
      ) as is_subscribed,
      exists (
        select from group_setting
        where scope = 'channel' and scope_id = channel.id and setting = 'can_send_message_group'
      ) as restricts_posting
    from unnest(${pairs.map(({ userId }) => userId)}::int[], ${pairs.map(({ channelId }) => channelId)}::int[])
      with ordinality as pair (user_id, channel_id, ordinal)
    join channel on channel.id = pair.channel_id and channel.realm_id = ${realmId}
    join account on account.id = pair.user_id
    left join account bot_owner on bot_owner.id = account.bot_owner_id
    join realm on realm.id = account.realm_id`.execute(db);
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]));
  return pairs.map((_, index) => byOrdinal.get(index + 1));
}

/** The groups that decide. Few channels restrict posting, so mostly there are none to ask about. */
function questionsOf(fact: Facts, { userId, channelId: scopeId }: PostingPair) {
  if (fact.is_system_bot) return [];
  const settings: Setting[] = [];
  if (fact.restricts_posting) settings.push("can_send_message_group");
  if (needsGrant(fact) && !isGuest(fact.role)) settings.push(...grantingSettings);
  const userIds = fact.owner_id === null ? [userId] : [userId, fact.owner_id];
  return userIds.flatMap((id) =>
    settings.map((setting) => ({ userId: id, scope: "channel" as const, scopeId, setting })),
  );
}

const isUnseen = (fact: Facts, held: ReadonlySet<Setting>): boolean =>
  !fact.is_system_bot && !seesMetadata(fact.role, sightOf(fact, held));

/** What a bot or its owner has to do with the channel. */
const sightOf = (fact: Facts, held: ReadonlySet<Setting>): Sight => ({
  ...fact,
  in_administer_group: held.has("can_administer_channel_group"),
  in_add_subscribers_group: held.has("can_add_subscribers_group"),
  in_subscribe_group: held.has("can_subscribe_group"),
});

function judge(fact: Facts, held: ReadonlySet<Setting>): PostingChannel | AppError {
  if (fact.is_archived) return new NotAuthorizedToSend({ name: fact.name });
  if (fact.is_system_bot) return fact;
  if (fact.restricts_posting && !held.has("can_send_message_group")) return new NoPermissionToPost();
  return readsContent(fact.role, sightOf(fact, held)) ? fact : new NotAuthorizedToSend({ name: fact.name });
}

/** Neither open to the sender nor subscribed to. */
const needsGrant = (fact: Facts): boolean => !fact.is_subscribed && !isOpenTo(fact.role, fact);
