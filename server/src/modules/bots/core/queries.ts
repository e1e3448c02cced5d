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

/** A bot with what its owner set, apart from its keys, which are derived. */
export interface BotRecord extends Pick<Row<"account">, (typeof columns)[number]> {
  /** It has rights that only the server's operators give. */
  readonly is_trusted: boolean;
  /** The role of its owner; null if there is none. */
  readonly owner_role: number | null;
  /** Names of channels. */
  readonly default_sending_stream: string | null;
  readonly default_events_register_stream: string | null;
  readonly default_all_public_streams: boolean;
  /** Outgoing webhooks: '' if it is not known yet; null for all others. */
  readonly payload_url: string | null;
  readonly interface_type: number;
  /** Which of its tokens an outgoing webhook is shown. */
  readonly token_version: number;
  /** One of its channels is private: the bot is its owner's affair alone. */
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

/** The bots among these accounts, of whatever organization, by id; deactivated ones too. */
export const loadBots = (db: Reader, ids: readonly number[]): Promise<BotRecord[]> =>
  selectBots(db)
    .where("account.id", "=", sql<number>`any(${ids}::int[])`)
    .execute();

/** A bot of this organization. */
export const findBot = (db: Reader, realmId: number, id: number): Promise<BotRecord | undefined> =>
  selectBots(db).where("account.realm_id", "=", realmId).where("account.id", "=", id).executeTakeFirst();

/** The bot that an account is, if it is one, and the bots that it owns, by id, deactivated ones too. */
export const loadBotAndOwnedBots = (db: Reader, userId: number): Promise<BotRecord[]> =>
  selectBots(db)
    .where((either) => either.or([either("account.id", "=", userId), either("account.bot_owner_id", "=", userId)]))
    .execute();

/** Somebody's active bots, by id. */
export const loadActiveBots = (db: Reader, ownerId: number): Promise<BotRecord[]> =>
  selectBots(db).where("account.bot_owner_id", "=", ownerId).where("account.is_active", "=", true).execute();

/**
 * The bots that a person hears of, by id, deactivated ones too: one's own, and for administrators all others that are not
 * in private channels.
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

/** The bots that have this channel among their defaults, by id. */
export const loadBotsWithDefaultChannel = (db: Reader, channelId: number): Promise<BotRecord[]> =>
  selectBots(db)
    .where((either) => either.or([either("sending.id", "=", channelId), either("heard.id", "=", channelId)]))
    .execute();

/** What a bot does where its program says nothing else; undefined where its owner has set nothing. */
export const findBotDefaults = (db: Reader, botId: number) =>
  db
    .selectFrom("bot")
    .leftJoin("channel", "channel.id", "bot.default_events_register_channel_id")
    .select(["bot.default_sending_channel_id", "channel.name as default_events_register_stream"])
    .select("bot.default_all_public_streams")
    .where("bot.user_id", "=", botId)
    .executeTakeFirst();
