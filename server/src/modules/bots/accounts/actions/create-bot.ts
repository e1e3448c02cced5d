import { botTypes, type BotType } from "@parlance/contract/entities/bot.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Actor, Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { createUser } from "#modules/users/accounts/actions/creation/create-user.ts";
import { EmailInUse, InsufficientPermission } from "#modules/users/core/errors.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";
import { assertNameAvailable } from "#modules/users/accounts/new-account-checks.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import { auditedBotFields } from "../audit-log-fields.ts";
import { resolveBotChannels, type BotChannelNames } from "../bot-default-channels.ts";
import { EmbeddedBotsDisabled, InvalidConfiguration, InvalidIntegration, UsernameInUse } from "../errors.ts";
import { storeBot } from "#modules/bots/core/actions/store-bot.ts";
import { botAdded, botAudience } from "#modules/bots/core/events.ts";
import { botEmail, lockBotNames, assertBotNameAvailable } from "../bot-names.ts";
import { assertCanCreateBots } from "../policy.ts";
import { loadBots, type BotRecord } from "#modules/bots/core/queries.ts";

export interface NewBot extends BotChannelNames {
  readonly full_name: string;
  readonly short_name: string;
  readonly bot_type: BotType;
  readonly payload_url?: string | undefined;
  readonly interface_type: number;
  readonly service_name?: string | undefined;
  readonly config_data?: Readonly<Record<string, string>> | undefined;
  readonly default_all_public_streams: boolean;
}

/**
 * Creates a bot that belongs to the actor: a member of the organization without any subscriptions.
 * @throws one of `botCreationErrors`
 */
export async function createBot(ctx: Write, wanted: NewBot): Promise<BotRecord> {
  const { tx, actor, realm, now } = ctx;
  const fullName = parseFullName(wanted.full_name);
  const email = botEmail(wanted.short_name, realm);
  const botType = resolveBotType(wanted);
  await lockGroupsShared(tx, realm.id);
  await lockOwner(tx, actor);
  await assertCanCreateBots(ctx, botType);
  await lockBotNames(tx, realm.id);
  await assertNameAvailable(tx, realm.id, fullName);
  await assertBotNameAvailable(tx, realm.id, fullName);
  const channels = resolveBotChannels(ctx, wanted);

  const account = {
    realm,
    fullName,
    email,
    botType,
    role: roles.member,
    ownerId: actor.id,
    passwordHash: null,
    now,
  } as const;
  const { id } = await createUser(tx, account).catch((error: unknown) => {
    throw error instanceof EmailInUse ? new UsernameInUse() : error;
  });
  const isCalled = botType === botTypes.outgoingWebhook;
  const called = isCalled ? { payload_url: wanted.payload_url ?? "", interface_type: wanted.interface_type } : {};
  const { default_all_public_streams } = wanted;
  await storeBot(tx, id, { ...channels, default_all_public_streams, ...called });
  return announce(ctx, id);
}

/** Returns the requested type of bot. Throws if this server does not support such a bot. */
function resolveBotType({
  bot_type: type,
  service_name: integration,
  config_data: configuration = {},
}: NewBot): BotType {
  if (type === botTypes.embedded) throw new EmbeddedBotsDisabled();
  if (type === botTypes.incomingWebhook && integration) throw new InvalidIntegration({ service_name: integration });
  if (Object.keys(configuration).length > 0) throw new InvalidConfiguration();
  return type;
}

async function announce({ tx, actor, realm, now }: Write, id: number): Promise<BotRecord> {
  const [bot] = await loadBots(tx, [id]);
  if (!bot) throw new Error(`bot ${id} is not there`);
  emit(tx, botAudience(bot), botAdded(bot));
  const act = { act: "bot.created", targetId: id, after: auditedBotFields(bot) } as const;
  await recordAct(tx, { realmId: realm.id, actorId: actor.id, ...act, now });
  return bot;
}

/**
 * Locks the owner's account until the transaction ends, so that the owner is not deactivated meanwhile. Deactivating a
 * user deactivates only the bots that exist at that time.
 */
async function lockOwner(tx: Tx, { id }: Actor): Promise<void> {
  const owner = await tx
    .selectFrom("account")
    .select("id")
    .where("id", "=", id)
    .where("is_active", "=", true)
    .forShare()
    .executeTakeFirst();
  if (!owner) throw new InsufficientPermission();
}
