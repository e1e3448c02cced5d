import { sql } from "kysely";
import { highestRole, isGuest, type Role } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { hasPermissionIn, havePermissions } from "#modules/groups/core/settings/group-settings.ts";
import { channels, subscriptions } from "../snapshot/channels-snapshot.ts";
import {
  grantingSettings,
  isOpenTo,
  canReadContent,
  canSeeMetadata,
  type ChannelVisibility,
} from "./visibility-rules.ts";
import { ChannelDoesNotExist, ChannelIdDoesNotExist, NoPermissionToPost, NotAuthorizedToSend } from "../errors.ts";

export interface SenderChannelPair {
  readonly userId: number;
  readonly channelId: number;
  /** What the user called the channel, unless it was by its id. */
  readonly name?: string | undefined;
}

const POSTING_COLUMNS = [
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
export type PostingChannel = Pick<Row<"channel">, (typeof POSTING_COLUMNS)[number]>;

interface PostingData extends PostingChannel {
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
export async function loadPostingPermissions(
  db: Reader,
  realmId: number,
  pairs: readonly SenderChannelPair[],
): Promise<(PostingChannel | AppError)[]> {
  const facts = await loadPostingData(db, realmId, pairs);
  const asked = pairs.flatMap((pair, nth) => {
    const fact = facts[nth];
    return fact ? permissionChecksOf(fact, pair).map((question) => ({ ...question, nth })) : [];
  });
  const answers = asked.length > 0 ? await havePermissions(db, realmId, asked) : [];
  const held = asked.filter((_, index) => answers[index]);
  return pairs.map((pair, nth) => {
    const own = new Set(held.filter((one) => one.nth === nth).map(({ setting }) => setting));
    return postingResult(pair, facts[nth], own);
  });
}

/** The same, by the organization in memory. */
export function postingPermissionsIn(
  snapshot: OrganizationSnapshot,
  pairs: readonly SenderChannelPair[],
): (PostingChannel | AppError)[] {
  return pairs.map((pair) => {
    const fact = postingDataIn(snapshot, pair);
    const channelCreatorId = snapshot.get(channels).get(pair.channelId)?.creator_id ?? null;
    const asked = fact ? permissionChecksOf(fact, pair) : [];
    const held = asked.filter((question) => hasPermissionIn(snapshot, { ...question, channelCreatorId }));
    return postingResult(pair, fact, new Set(held.map(({ setting }) => setting)));
  });
}

const postingResult = (
  pair: SenderChannelPair,
  fact: PostingData | undefined,
  held: ReadonlySet<Setting>,
): PostingChannel | AppError =>
  fact === undefined || isHiddenFromSender(fact, held) ? channelDoesNotExist(pair) : evaluatePosting(fact, held);

function postingDataIn(
  snapshot: OrganizationSnapshot,
  { userId, channelId }: SenderChannelPair,
): PostingData | undefined {
  const channel = snapshot.get(channels).get(channelId);
  const account = snapshot.get(users).get(userId);
  if (!channel || !account) return undefined;
  const { bot_owner_id: ownerId, is_system } = account;
  const owner = ownerId === null ? undefined : snapshot.get(users).get(ownerId);
  const subscribed = snapshot.get(subscriptions);
  return {
    ...channel,
    role: highestRole(account.role, owner?.role ?? account.role),
    owner_id: ownerId,
    is_system_bot: is_system,
    is_subscribed: [userId, ownerId].some((id) => id !== null && subscribed.isSubscribed(id, channelId)),
    restricts_posting: snapshot.get(storedSettings).get("channel", channelId, "can_send_message_group") !== undefined,
  };
}

const channelDoesNotExist = ({ channelId, name }: SenderChannelPair): AppError =>
  name === undefined ? new ChannelIdDoesNotExist({ stream_id: channelId }) : new ChannelDoesNotExist({ stream: name });

async function loadPostingData(
  db: Reader,
  realmId: number,
  pairs: readonly SenderChannelPair[],
): Promise<(PostingData | undefined)[]> {
  const columns = sql.join(POSTING_COLUMNS.map((column) => sql.ref(`channel.${column}`)));
  const { rows } = await sql<PostingData & { ordinal: number }>`
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
function permissionChecksOf(fact: PostingData, { userId, channelId: scopeId }: SenderChannelPair) {
  if (fact.is_system_bot) return [];
  const settings: Setting[] = [];
  if (fact.restricts_posting) settings.push("can_send_message_group");
  if (needsGrant(fact) && !isGuest(fact.role)) settings.push(...grantingSettings);
  const userIds = fact.owner_id === null ? [userId] : [userId, fact.owner_id];
  return userIds.flatMap((id) =>
    settings.map((setting) => ({ userId: id, scope: "channel" as const, scopeId, setting })),
  );
}

const isHiddenFromSender = (fact: PostingData, held: ReadonlySet<Setting>): boolean =>
  !fact.is_system_bot && !canSeeMetadata(fact.role, visibilityOf(fact, held));

/** What a bot or its owner has to do with the channel. */
const visibilityOf = (fact: PostingData, held: ReadonlySet<Setting>): ChannelVisibility => ({
  ...fact,
  in_administer_group: held.has("can_administer_channel_group"),
  in_add_subscribers_group: held.has("can_add_subscribers_group"),
  in_subscribe_group: held.has("can_subscribe_group"),
});

function evaluatePosting(fact: PostingData, held: ReadonlySet<Setting>): PostingChannel | AppError {
  if (fact.is_archived) return new NotAuthorizedToSend({ name: fact.name });
  if (fact.is_system_bot) return fact;
  if (fact.restricts_posting && !held.has("can_send_message_group")) return new NoPermissionToPost();
  return canReadContent(fact.role, visibilityOf(fact, held)) ? fact : new NotAuthorizedToSend({ name: fact.name });
}

/** Neither open to the sender nor subscribed to. */
const needsGrant = (fact: PostingData): boolean => !fact.is_subscribed && !isOpenTo(fact.role, fact);
