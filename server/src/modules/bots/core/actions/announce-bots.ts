import { sql } from "kysely";
import type { Bot } from "@parlance/contract/nouns/bots.ts";
import { highestRole, isAtLeast, roles } from "@parlance/contract/entities/roles.ts";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { toUser, toUsers, type Audience } from "@parlance/kernel/events/audience.ts";
import { emit, type StoredEvent } from "@parlance/kernel/events/event-log.ts";
import { canAccessKeys, lowestRoleWithKeys } from "../bot-permissions.ts";
import { botAdded, botChanged, botBecameHidden, botAudience } from "../events.ts";
import { presentBot } from "../presentation.ts";
import { loadVisibleBots, loadBots, type BotRecord } from "../queries.ts";

/** Avatar setting that is used when versions of a bot are compared. Its value does not affect the comparison. */
const placeholderSource = { gravatar: true };

/** Used when versions of a bot are compared: returns the keys' version numbers instead of the keys. */
const versions = {
  apiKey: (bot: BotRecord) => String(bot.api_key_version),
  webhookToken: (bot: BotRecord) => String(bot.token_version),
};

/**
 * Emits events about changed bots to the users who could see their settings before the change or can see them now. Must
 * be called in the same transaction, after the change. `before`: the bots as loaded with `loadBots` before the change.
 * Emits nothing for unchanged bots.
 */
export async function announceBotChanges(tx: Tx, before: readonly BotRecord[]): Promise<void> {
  if (before.length === 0) return;
  const after = await loadBots(
    tx,
    before.map(({ id }) => id),
  );
  const ownerRoles = await loadOwnerRoles(tx, [...before, ...after]);
  for (const now of after) {
    const then = before.find(({ id }) => id === now.id);
    if (then) announceBotChange(tx, then, now, ownerRoles);
  }
}

type Roles = ReadonlyMap<number, number>;

/** Loads the roles of the bots' owners, by id. */
async function loadOwnerRoles(db: Reader, bots: readonly BotRecord[]): Promise<Roles> {
  const ids = bots.flatMap(({ bot_owner_id: id }) => (id === null ? [] : [id]));
  const rows = await db
    .selectFrom("account")
    .select(["id", "role"])
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  return new Map(rows.map(({ id, role }) => [id, role]));
}

function announceBotChange(tx: Tx, before: BotRecord, after: BotRecord, ownerRoles: Roles): void {
  const fields = changedFields(before, after);
  if (fields.length === 0 && before.is_private === after.is_private) return;
  if (before.bot_owner_id === after.bot_owner_id && before.is_private === after.is_private) {
    return emit(tx, botAudience(after), changeOf(after, fields));
  }
  const announce = (audience: Audience, did: boolean, does: boolean) => {
    const event = eventFor(after, fields, did, does);
    if (event) emit(tx, audience, event);
  };
  const owners = new Set([before.bot_owner_id, after.bot_owner_id].filter((id) => id !== null));
  for (const id of owners) {
    const sees = (bot: BotRecord) =>
      bot.bot_owner_id === id || (!bot.is_private && isAtLeast(ownerRoles.get(id) ?? roles.guest, "administrator"));
    announce(toUsers(after.realm_id, [id]), sees(before), sees(after));
  }
  const others = {
    realmId: after.realm_id,
    roleAtLeast: roles.administrator,
    humans: true,
    except: [...owners],
  } as const;
  announce(others, !before.is_private, !after.is_private);
}

/**
 * Returns the event for users, or null if they receive none. `did`: whether they could see the bot's settings before
 * the change. `does`: whether they can see them now.
 */
function eventFor(after: BotRecord, fields: readonly (keyof Bot)[], did: boolean, does: boolean): StoredEvent | null {
  if (did && does) return fields.length > 0 ? changeOf(after, fields) : null;
  if (does) return botAdded(after);
  return did ? botBecameHidden(after.id) : null;
}

/**
 * Returns the event about changed fields. An update event cannot contain an email address, so if the address changed,
 * the bot is announced like a new bot.
 */
const changeOf = (after: BotRecord, fields: readonly (keyof Bot)[]): StoredEvent =>
  fields.includes("email") ? botAdded(after) : botChanged(after, fields);

function changedFields(before: BotRecord, after: BotRecord): (keyof Bot)[] {
  const [then, now] = [presentBot(before, placeholderSource, versions), presentBot(after, placeholderSource, versions)];
  const fields = Object.keys(now) as (keyof Bot)[];
  // If the lowest role that may access the keys has changed, the keys appear for some users or disappear for them.
  const hasNewReaders = lowestRoleWithKeys(before) !== lowestRoleWithKeys(after);
  const isAnnounced = (field: keyof Bot) =>
    JSON.stringify(then[field]) !== JSON.stringify(now[field]) || (hasNewReaders && hasKeys(now, field));
  return fields.filter(isAnnounced);
}

const hasKeys = ({ services }: Bot, field: keyof Bot): boolean =>
  field === "api_key" || (field === "services" && services.length > 0);

interface UserWithRole {
  readonly id: number;
  readonly realmId: number;
  readonly role: number;
}

/**
 * Emits events to a user whose role changed, about the bots and keys that become visible to the user or hidden from the
 * user.
 */
export async function announceBotVisibility(tx: Tx, before: UserWithRole, after: UserWithRole): Promise<void> {
  if (!isAtLeast(before.role, "administrator") && !isAtLeast(after.role, "administrator")) return;
  const bots = await loadVisibleBots(tx, { ...after, role: highestRole(before.role, after.role) });
  for (const bot of bots) {
    const event = visibilityEventFor(bot, before, after);
    if (event) emit(tx, toUser(after), event);
  }
}

function visibilityEventFor(bot: BotRecord, before: UserWithRole, after: UserWithRole): StoredEvent | null {
  const sees = ({ id, role }: UserWithRole) => bot.bot_owner_id === id || isAtLeast(role, "administrator");
  if (!sees(before)) return botAdded(bot, after.role);
  if (!sees(after)) return botBecameHidden(bot.id);
  if (canAccessKeys(before, bot) === canAccessKeys(after, bot)) return null;
  const fields = (["api_key", "services"] as const).filter((field) =>
    hasKeys(presentBot(bot, placeholderSource, null), field),
  );
  return botChanged(bot, fields, after.role);
}
