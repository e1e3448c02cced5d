import type { Bot } from "@parlance/contract/nouns/bots.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { EventOf } from "@parlance/contract/events/index.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";
import type { BotKeys } from "./bot-keys.ts";
import type { GravatarSetting } from "#modules/users/core/avatars/avatar-url.ts";
import { canAccessKeys } from "./bot-permissions.ts";
import { presentBot } from "./presentation.ts";
import type { BotRecord } from "./queries.ts";

/**
 * Stored event about a bot that became visible or was changed. It does not contain the keys. `botPresenter` adds them
 * for recipients who may access them.
 */
interface StoredBotChange {
  readonly type: "realm_bot";
  readonly op: "add" | "update";
  readonly bot: BotRecord;
  /** The changed fields. For `add`, this is `all`. */
  readonly fields: readonly (keyof Bot)[] | "all";
  /**
   * The recipient's new role, if the event is sent to a single user because of a role change. If absent, the current
   * role of each recipient is used.
   */
  readonly reader_role?: number;
}

type StoredDeletion = Omit<Extract<EventOf<"realm_bot">, { op: "delete" }>, "id">;

/** Audience of events about a bot: its owner, and human administrators unless the bot has a private default channel. */
export const botAudience = (bot: BotRecord): Audience => ({
  realmId: bot.realm_id,
  users: bot.bot_owner_id === null ? [] : [bot.bot_owner_id],
  ...(bot.is_private ? {} : { roleAtLeast: roles.administrator }),
  humans: true,
});

/**
 * Creates the event that a bot became visible. `readerRole`: the new role of the recipient, if the event is sent to a
 * single user because of a role change.
 */
export const botAdded = (bot: BotRecord, readerRole?: number): StoredBotChange => ({
  type: "realm_bot",
  op: "add",
  bot,
  fields: "all",
  ...(readerRole === undefined ? {} : { reader_role: readerRole }),
});

/** Creates the event that fields of a bot changed. */
export const botChanged = (bot: BotRecord, fields: readonly (keyof Bot)[], readerRole?: number): StoredBotChange => ({
  ...botAdded(bot, readerRole),
  op: "update",
  fields,
});

/** Creates the event that the recipient can no longer see a bot's settings. */
export const botBecameHidden = (id: number): StoredDeletion => ({
  type: "realm_bot",
  op: "delete",
  bot: { user_id: id },
});

const canReadKeys = ({ bot, reader_role: role }: StoredBotChange, reader: RecipientQueue): boolean =>
  canAccessKeys({ id: reader.userId, role: role ?? reader.role }, bot);

/** Presents events about bots. Adds the keys only for recipients who may access them. */
export const botPresenter = (keys: BotKeys, source: GravatarSetting): Presenter<StoredBotChange | StoredDeletion> => ({
  variant: (event, reader) => (event.op === "delete" || !canReadKeys(event, reader) ? "plain" : "keys"),
  present(event, reader) {
    if (event.op === "delete") return [event];
    const { type, op, fields } = event;
    const bot = presentBot(event.bot, source, canReadKeys(event, reader) ? keys : null);
    if (fields === "all") return [{ type, op, bot }];
    const changed = Object.fromEntries(fields.map((field) => [field, bot[field]]));
    return [{ type, op, bot: { user_id: bot.user_id, ...changed } }];
  },
});
