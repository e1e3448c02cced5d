import { sql } from "kysely";
import type { Bot } from "@parlance/contract/nouns/bots.ts";
import { higherRole, isAtLeast, roles } from "@parlance/contract/entities/roles.ts";
import type { Reader, Tx } from "#kernel/db/types.ts";
import { toUser, toUsers, type Audience } from "#kernel/events/audience.ts";
import { emit, type StoredEvent } from "#kernel/events/event-log.ts";
import { holdsKeys, keyHolderRole } from "../bot-permissions.ts";
import { botAdded, botChanged, botWithdrawn, thoseWhoRun } from "../events.ts";
import { presentBot } from "../presentation.ts";
import { botsInView, loadBots, type BotFacts } from "../queries.ts";

/** Stands for where pictures come from, where bots are only compared. */
const anywhere = { gravatar: true };

/** Stand for keys where these are only compared. */
const versions = {
  apiKey: (bot: BotFacts) => String(bot.api_key_version),
  webhookToken: (bot: BotFacts) => String(bot.token_version),
};

/**
 * Announces changes of bots to those who run them, or did: call it with the bots as `loadBots` gave them before something
 * about them was changed, in the same transaction and after the change. Emits nothing if nothing changed.
 */
export async function announceBotChanges(tx: Tx, before: readonly BotFacts[]): Promise<void> {
  if (before.length === 0) return;
  const after = await loadBots(
    tx,
    before.map(({ id }) => id),
  );
  const ownerRoles = await rolesOf(tx, [...before, ...after]);
  for (const now of after) {
    const then = before.find(({ id }) => id === now.id);
    if (then) announceBotChange(tx, then, now, ownerRoles);
  }
}

type Roles = ReadonlyMap<number, number>;

/** Of the bots' owners. */
async function rolesOf(db: Reader, bots: readonly BotFacts[]): Promise<Roles> {
  const ids = bots.flatMap(({ bot_owner_id: id }) => (id === null ? [] : [id]));
  const rows = await db
    .selectFrom("account")
    .select(["id", "role"])
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .execute();
  return new Map(rows.map(({ id, role }) => [id, role]));
}

function announceBotChange(tx: Tx, before: BotFacts, after: BotFacts, ownerRoles: Roles): void {
  const fields = changedFields(before, after);
  if (fields.length === 0 && before.is_private === after.is_private) return;
  if (before.bot_owner_id === after.bot_owner_id && before.is_private === after.is_private) {
    return emit(tx, thoseWhoRun(after), changeOf(after, fields));
  }
  const announce = (audience: Audience, did: boolean, does: boolean) => {
    const event = newsFor(after, fields, did, does);
    if (event) emit(tx, audience, event);
  };
  const owners = new Set([before.bot_owner_id, after.bot_owner_id].filter((id) => id !== null));
  for (const id of owners) {
    const sees = (bot: BotFacts) =>
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

/** What somebody hears who ran the bot before, or does now. */
function newsFor(after: BotFacts, fields: readonly (keyof Bot)[], did: boolean, does: boolean): StoredEvent | null {
  if (did && does) return fields.length > 0 ? changeOf(after, fields) : null;
  if (does) return botAdded(after);
  return did ? botWithdrawn(after.id) : null;
}

/** No update can carry another address, so the bot is announced again. */
const changeOf = (after: BotFacts, fields: readonly (keyof Bot)[]): StoredEvent =>
  fields.includes("email") ? botAdded(after) : botChanged(after, fields);

function changedFields(before: BotFacts, after: BotFacts): (keyof Bot)[] {
  const [then, now] = [presentBot(before, anywhere, versions), presentBot(after, anywhere, versions)];
  const fields = Object.keys(now) as (keyof Bot)[];
  // The keys come into view for others, or leave it.
  const hasNewReaders = keyHolderRole(before) !== keyHolderRole(after);
  const isAnnounced = (field: keyof Bot) =>
    JSON.stringify(then[field]) !== JSON.stringify(now[field]) || (hasNewReaders && hasKeys(now, field));
  return fields.filter(isAnnounced);
}

const hasKeys = ({ services }: Bot, field: keyof Bot): boolean =>
  field === "api_key" || (field === "services" && services.length > 0);

interface Person {
  readonly id: number;
  readonly realmId: number;
  readonly role: number;
}

/** Announces to a person whose role changed the bots and keys that come into view, and those that leave it. */
export async function announceBotsInView(tx: Tx, before: Person, after: Person): Promise<void> {
  if (!isAtLeast(before.role, "administrator") && !isAtLeast(after.role, "administrator")) return;
  const bots = await botsInView(tx, { ...after, role: higherRole(before.role, after.role) });
  for (const bot of bots) {
    const event = newsInView(bot, before, after);
    if (event) emit(tx, toUser(after), event);
  }
}

function newsInView(bot: BotFacts, before: Person, after: Person): StoredEvent | null {
  const sees = ({ id, role }: Person) => bot.bot_owner_id === id || isAtLeast(role, "administrator");
  if (!sees(before)) return botAdded(bot, after.role);
  if (!sees(after)) return botWithdrawn(bot.id);
  if (holdsKeys(before, bot) === holdsKeys(after, bot)) return null;
  const fields = (["api_key", "services"] as const).filter((field) => hasKeys(presentBot(bot, anywhere, null), field));
  return botChanged(bot, fields, after.role);
}
