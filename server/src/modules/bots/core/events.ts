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

/** A bot that came into view, or changed: without its keys, which `botPresenter` adds for those who may have them. */
interface StoredBotChange {
  readonly type: "realm_bot";
  readonly op: "add" | "update";
  readonly bot: BotRecord;
  /** What changed; all of it for `add`. */
  readonly fields: readonly (keyof Bot)[] | "all";
  /** The role that the one reader has from now on; absent: the role that the reader has. */
  readonly reader_role?: number;
}

type StoredDeletion = Omit<Extract<EventOf<"realm_bot">, { op: "delete" }>, "id">;

/** Everybody who hears of a bot: its owner, and people who are administrators, unless it is in private channels. */
export const botAudience = (bot: BotRecord): Audience => ({
  realmId: bot.realm_id,
  users: bot.bot_owner_id === null ? [] : [bot.bot_owner_id],
  ...(bot.is_private ? {} : { roleAtLeast: roles.administrator }),
  humans: true,
});

/** Announces a bot that came into view. `readerRole`: of the one reader, whose role is about to change. */
export const botAdded = (bot: BotRecord, readerRole?: number): StoredBotChange => ({
  type: "realm_bot",
  op: "add",
  bot,
  fields: "all",
  ...(readerRole === undefined ? {} : { reader_role: readerRole }),
});

/** Announces what changed about a bot. */
export const botChanged = (bot: BotRecord, fields: readonly (keyof Bot)[], readerRole?: number): StoredBotChange => ({
  ...botAdded(bot, readerRole),
  op: "update",
  fields,
});

/** Announces that a bot is no longer the reader's to run. */
export const botBecameHidden = (id: number): StoredDeletion => ({
  type: "realm_bot",
  op: "delete",
  bot: { user_id: id },
});

const canReadKeys = ({ bot, reader_role: role }: StoredBotChange, reader: RecipientQueue): boolean =>
  canAccessKeys({ id: reader.userId, role: role ?? reader.role }, bot);

/** Gives keys to those readers alone who may have them. */
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
