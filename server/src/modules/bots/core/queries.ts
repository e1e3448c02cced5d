import { sql } from "kysely";
import { botInterfaces, botTypes } from "@parlance/contract/entities/bot.ts";
import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Reader, Row } from "@parlance/kernel/db/types.ts";

const columns = [
  "id",
  "realm_id",
  "full_name",
  "delivery_email",
  "role",
  "bot_type",
  "bot_owner_id",
  "is_active",
  "api_key_version",
  "avatar_name",
  "avatar_version",
] as const;

/** A bot with its settings. Does not contain its keys, which are derived when needed. */
export interface BotRecord extends Pick<Row<"account">, (typeof columns)[number]> {
  /** Whether the bot has rights that only the server's operators can grant. */
  readonly is_trusted: boolean;
  /** Role of the bot's owner, or null if the bot has no owner. */
  readonly owner_role: number | null;
  /** Names of the default channels. */
  readonly default_sending_stream: string | null;
  readonly default_events_register_stream: string | null;
  readonly default_all_public_streams: boolean;
  /** URL of an outgoing webhook bot, or '' if it is not set. Null for bots of other types. */
  readonly payload_url: string | null;
  readonly interface_type: number;
  /** Version of the token that is sent to an outgoing webhook. */
  readonly token_version: number;
  /** Whether one of the bot's default channels is private. Only the owner can then see the bot's settings. */
  readonly is_private: boolean;
}

const isPrivate = sql<boolean>`(coalesce(sending.invite_only, false) or coalesce(heard.invite_only, false))`;

const selectBots = (db: Reader) =>
  db
    .selectFrom("account")
    .leftJoin("bot", "bot.user_id", "account.id")
    .leftJoin("account as owner", "owner.id", "account.bot_owner_id")
    .leftJoin("channel as sending", "sending.id", "bot.default_sending_channel_id")
    .leftJoin("channel as heard", "heard.id", "bot.default_events_register_channel_id")
    .select(columns.map((column) => `account.${column}` as const))
    .select("owner.role as owner_role")
    .select(["sending.name as default_sending_stream", "heard.name as default_events_register_stream"])
    .select((build) => [
      build.fn.coalesce("bot.default_all_public_streams", build.val(false)).as("default_all_public_streams"),
      build
        .case()
        .when("account.bot_type", "=", botTypes.outgoingWebhook)
        .then(build.fn.coalesce("bot.payload_url", build.val("")))
        .end()
        .as("payload_url"),
      build.fn.coalesce("bot.interface_type", build.val(botInterfaces.generic)).as("interface_type"),
      build.fn.coalesce("bot.token_version", build.val(0)).as("token_version"),
      isPrivate.as("is_private"),
      sql<boolean>`(account.can_create_users or account.can_change_user_emails)`.as("is_trusted"),
    ])
    .where("account.bot_type", "is not", null)
    .orderBy("account.id");

/**
 * Loads those of the given accounts that are bots, ordered by id. They may belong to any organization and may be
 * deactivated.
 */
export const loadBots = (db: Reader, ids: readonly number[]): Promise<BotRecord[]> =>
  selectBots(db)
    .where("account.id", "=", sql<number>`any(${ids}::int[])`)
    .execute();

/** Finds a bot of this organization. */
export const findBot = (db: Reader, realmId: number, id: number): Promise<BotRecord | undefined> =>
  selectBots(db).where("account.realm_id", "=", realmId).where("account.id", "=", id).executeTakeFirst();

/** Loads the bots that a user owns, and the account itself if it is a bot, ordered by id. Includes deactivated bots. */
export const loadBotAndOwnedBots = (db: Reader, userId: number): Promise<BotRecord[]> =>
  selectBots(db)
    .where((either) => either.or([either("account.id", "=", userId), either("account.bot_owner_id", "=", userId)]))
    .execute();

/** Loads a user's active bots, ordered by id. */
export const loadActiveBots = (db: Reader, ownerId: number): Promise<BotRecord[]> =>
  selectBots(db).where("account.bot_owner_id", "=", ownerId).where("account.is_active", "=", true).execute();

/**
 * Loads the bots that a user can see, ordered by id: the user's own bots and, for administrators, all other bots
 * without private default channels. Includes deactivated bots.
 */
export const loadVisibleBots = (
  db: Reader,
  person: { id: number; realmId: number; role: number },
): Promise<BotRecord[]> =>
  selectBots(db)
    .where("account.realm_id", "=", person.realmId)
    .where((build) => {
      const isOwn = build("account.bot_owner_id", "=", person.id);
      return isAtLeast(person.role, "administrator") ? build.or([isOwn, build(isPrivate, "=", false)]) : isOwn;
    })
    .execute();

/** Loads the bots that have this channel as a default channel, ordered by id. */
export const loadBotsWithDefaultChannel = (db: Reader, channelId: number): Promise<BotRecord[]> =>
  selectBots(db)
    .where((either) => either.or([either("sending.id", "=", channelId), either("heard.id", "=", channelId)]))
    .execute();

/**
 * Finds a bot's default channels, and whether it receives the events of all public channels by default. Returns
 * undefined if no settings are stored for the bot.
 */
export const findBotDefaults = (db: Reader, botId: number) =>
  db
    .selectFrom("bot")
    .leftJoin("channel", "channel.id", "bot.default_events_register_channel_id")
    .select(["bot.default_sending_channel_id", "channel.name as default_events_register_stream"])
    .select("bot.default_all_public_streams")
    .where("bot.user_id", "=", botId)
    .executeTakeFirst();
