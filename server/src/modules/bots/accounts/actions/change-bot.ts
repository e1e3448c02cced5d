import { isDeepStrictEqual } from "node:util";
import { isAtLeast, isOwner, roles, type Role } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { MustBeAdministrator, MustBeOwner } from "@parlance/kernel/http/errors.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { setRole } from "#modules/users/accounts/actions/set-role.ts";
import { lockNamesIfUnique } from "#modules/users/accounts/new-account-checks.ts";
import { renameUser } from "#modules/users/accounts/actions/rename-user.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";
import { auditedBotFields } from "../audit-log-fields.ts";
import { resolveBotChannels, type BotChannelNames } from "../bot-default-channels.ts";
import { InvalidConfiguration, NotAnOutgoingWebhook } from "../errors.ts";
import { lockBotNames, assertBotNameAvailable } from "../bot-names.ts";
import { lockBotToAdminister, assertCanAccessKeys } from "../policy.ts";
import { loadBots, type BotRecord } from "#modules/bots/core/queries.ts";
import { changeBotOwner } from "./change-bot-owner.ts";
import { storeBot } from "#modules/bots/core/actions/store-bot.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";

/** Changes to a bot. Absent fields stay unchanged. */
export interface BotChanges extends BotChannelNames {
  readonly full_name?: string | undefined;
  readonly role?: Role | undefined;
  readonly bot_owner_id?: number | undefined;
  readonly default_all_public_streams?: boolean | undefined;
  readonly service_payload_url?: string | undefined;
  readonly service_interface?: number | undefined;
  readonly config_data?: Readonly<Record<string, string>> | undefined;
}

/**
 * Changes a bot that the actor administers, and returns the changed bot. If one of the changes fails, none is applied.
 * @throws one of `botChangeErrors`
 */
export async function changeBot(ctx: Write, botId: number, changes: BotChanges): Promise<BotRecord> {
  const { tx, actor, now } = ctx;
  const { role, full_name: name, bot_owner_id: ownerId } = changes;
  if (role !== undefined) await lockGroups(tx, actor.realmId);
  const original = await lockBotToAdminister(ctx, botId, { newOwnerId: ownerId, realmOwners: role !== undefined });
  if (name !== undefined) await lockBotNames(tx, actor.realmId);
  // Changing the role locks channels, and names must be locked before channels.
  if (name !== undefined && role !== undefined) await lockNamesIfUnique(tx, actor.realmId);
  if (role !== undefined && role !== original.role) await promote(ctx, original, role);
  if (name !== undefined) await rename(tx, original, name);
  // `promote` and `rename` have already emitted their events, so the comparison starts from the bot as it is now.
  const before = await reload(tx, botId);
  await configure(ctx, before, changes);
  if (ownerId !== undefined && ownerId !== before.bot_owner_id) {
    await changeBotOwner(tx, { bot: before, ownerId, actorId: actor.id, now });
  }
  await announceBotChanges(tx, [before]);
  const after = await reload(tx, botId);
  await record(ctx, original, after);
  return after;
}

async function reload(tx: Tx, botId: number): Promise<BotRecord> {
  const [bot] = await loadBots(tx, [botId]);
  if (!bot) throw new Error(`bot ${botId} is gone`);
  return bot;
}

/** Changes the bot's role. Only administrators may do this, and only owners may grant or revoke the owner role. */
async function promote({ tx, actor, now }: Write, bot: BotRecord, role: Role): Promise<void> {
  if ([role, bot.role].includes(roles.owner) && !isOwner(actor.role)) throw new MustBeOwner();
  if (!isAtLeast(actor.role, "administrator")) throw new MustBeAdministrator();
  await setRole(tx, { realmId: actor.realmId, userId: bot.id, role, actorId: actor.id, now });
}

async function rename(tx: Tx, bot: BotRecord, fullName: string): Promise<void> {
  const { id: userId, realm_id: realmId } = bot;
  const name = parseFullName(fullName);
  if (name === bot.full_name) return;
  await assertBotNameAvailable(tx, realmId, name, userId);
  await renameUser(tx, { realmId, userId, fullName });
}

/** Changes the bot's row in the table `bot`. */
async function configure(ctx: Write, bot: BotRecord, changes: BotChanges): Promise<void> {
  const { tx, actor } = ctx;
  if (Object.keys(changes.config_data ?? {}).length > 0) throw new InvalidConfiguration();
  const { service_payload_url: payloadUrl, service_interface: interfaceType } = changes;
  const isCalled = bot.payload_url !== null;
  if ((payloadUrl ?? interfaceType) !== undefined) {
    if (!isCalled) throw new NotAnOutgoingWebhook();
    assertCanAccessKeys(actor, bot);
  }
  const values = {
    ...resolveBotChannels(ctx, changes),
    ...optionalField("default_all_public_streams", changes.default_all_public_streams),
    ...optionalField("payload_url", payloadUrl),
    ...optionalField("interface_type", interfaceType),
  };
  await storeBot(tx, bot.id, values);
}

const optionalField = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, Value>>;

async function record({ tx, actor, now }: Write, before: BotRecord, after: BotRecord): Promise<void> {
  const [then, nowadays] = [auditedBotFields(before), auditedBotFields(after)];
  if (isDeepStrictEqual(then, nowadays)) return;
  const act = { act: "bot.changed", targetId: after.id, before: then, after: nowadays } as const;
  await recordAct(tx, { realmId: actor.realmId, actorId: actor.id, ...act, now });
}
