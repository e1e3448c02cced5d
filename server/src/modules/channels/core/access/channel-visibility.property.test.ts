import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "kysely";
import { createTestOrganization, type TestUser, writeRowsDirectly } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { isAtLeast, isGuest, type Role, roles } from "@parlance/contract/entities/roles.ts";
import { resolveGroupSettings } from "#modules/groups/core/actions/settings/resolve-group-settings.ts";
import { storeGroupSettings } from "#modules/groups/core/actions/settings/store-group-settings.ts";
import { resolveNarrowChannel } from "#modules/messages/fetch/search/narrow-lookup.ts";
import { loadChannelAccess, loadVisibleChannels } from "./channel-access.ts";
import { loadGrantees, channelViewers } from "../announcements/channel-audience.ts";
import { ChannelDoesNotExist, InvalidChannelId } from "../errors.ts";
import { accessChannel } from "../policy.ts";
import {
  canAdministerChannel,
  grantingSettings,
  isHistoryShared,
  canReadContent,
  canSeeMetadata,
} from "@parlance/contract/rules/channel-access.ts";
import { isHistorySharedInSql, canReadContentInSql } from "./visibility-conditions.ts";
import { postingPermissionIn } from "./posting-permissions.ts";

const realm = await createTestOrganization();
const { server, realmId, desdemona, iago, shiva, hamlet, cordelia, polonius } = realm;
const { reader } = server.db;

const people: readonly (readonly [TestUser, Role])[] = [
  [desdemona, roles.owner],
  [iago, roles.administrator],
  [shiva, roles.moderator],
  [hamlet, roles.member],
  [cordelia, roles.member],
  [polonius, roles.guest],
];
const everyone = people.map((_, nth) => nth);
const some = fc.subarray(everyone);

const worlds = fc.record({
  kind: fc.constantFrom("web-public", "public", "shared", "protected"),
  isArchived: fc.boolean(),
  creator: fc.constantFrom(...everyone),
  subscribed: some,
  left: some,
  can_administer_channel_group: fc.option(some, { freq: 1 }),
  can_add_subscribers_group: fc.option(some),
  can_subscribe_group: fc.option(some),
});
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;

/** Computes the expected access of a user by the rules that the documentation for users states. */
function rulesOf(world: World, nth: number) {
  const role = (people[nth] as (typeof people)[number])[1];
  const has = (group: readonly number[] | null) => !isGuest(role) && (group?.includes(nth) ?? false);
  const isSubscribed = world.subscribed.includes(nth);
  const isOpen = world.kind === "web-public" || (world.kind === "public" && !isGuest(role));
  const isGranted = has(world.can_add_subscribers_group) || has(world.can_subscribe_group);
  const leads = has(world.can_administer_channel_group ?? [world.creator]);
  return {
    reads: isOpen || isSubscribed || isGranted,
    sees: isOpen || isSubscribed || isGranted || leads || isAtLeast(role, "administrator"),
    administers: leads || isAtLeast(role, "administrator"),
    hasSharedHistory: world.kind !== "protected",
  };
}

async function build(tx: Tx, world: World): Promise<number> {
  const idOf = (nth: number) => (people[nth] as (typeof people)[number])[0].id;
  const recipient = await tx
    .insertInto("recipient")
    .values({ realm_id: realmId })
    .returning("id")
    .executeTakeFirstOrThrow();
  const name = crypto.randomUUID();
  const row = {
    realm_id: realmId,
    recipient_id: recipient.id,
    name,
    name_key: name,
    created_at: new Date(),
    creator_id: idOf(world.creator),
    is_archived: world.isArchived,
    is_web_public: world.kind === "web-public",
    invite_only: world.kind === "shared" || world.kind === "protected",
    history_public_to_subscribers: world.kind !== "protected",
  };
  const { id } = await tx.insertInto("channel").values(row).returning("id").executeTakeFirstOrThrow();
  for (const nth of new Set([...world.subscribed, ...world.left])) {
    const is_active = world.subscribed.includes(nth);
    const subscription = {
      user_id: idOf(nth),
      channel_id: id,
      recipient_id: recipient.id,
      is_active,
      color: "#000000",
    };
    await tx.insertInto("subscription").values(subscription).execute();
  }
  const values = grantingSettings.flatMap((setting) => {
    const group = world[setting];
    return group ? [[setting, { direct_members: group.map(idOf), direct_subgroups: [] }]] : [];
  });
  const resolved = await resolveGroupSettings(tx, { realmId, scope: "channel", values: Object.fromEntries(values) });
  await storeGroupSettings(tx, { realmId, scope: "channel", scopeId: id }, resolved);
  return id;
}

async function readersInSql(channelId: number): Promise<Record<"asUser" | "asRow", boolean>[]> {
  const answers = people.map(async ([{ id }, role]) => {
    const { rows } = await sql<Record<"asUser" | "asRow", boolean>>`
      select ${canReadContentInSql({ id, role })} as "asUser", ${canReadContentInSql("account")} as "asRow"
      from channel join account on account.id = ${id}
      left join subscription on subscription.user_id = account.id and subscription.channel_id = channel.id
      where channel.id = ${channelId}`.execute(reader);
    return rows[0] as Record<"asUser" | "asRow", boolean>;
  });
  return Promise.all(answers);
}

/** Returns for each user whether he or she receives an event for the users who can see a channel. */
async function recipientsOf(channelId: number, subscribers: readonly number[]): Promise<boolean[]> {
  const channel = await reader.selectFrom("channel").selectAll().where("id", "=", channelId).executeTakeFirstOrThrow();
  const audience = channelViewers(channel, await loadGrantees(reader, [channel]));
  return people.map(
    ([{ id }, role], nth) =>
      (audience.everyone ?? false) ||
      (audience.members === true && !isGuest(role)) ||
      (audience.roleAtLeast !== undefined && isAtLeast(role, audience.roleAtLeast)) ||
      (audience.users?.includes(id) ?? false) ||
      (audience.channel === channelId && subscribers.includes(nth)),
  );
}

/** True if `act` succeeds, and false if it throws the error. */
function doesNotThrow(act: () => unknown, Expected: new () => AppError): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof Expected) return false;
    throw error;
  }
}

const verdict = (right: object) => {
  if (!(right instanceof AppError)) return "writes";
  return right instanceof ChannelDoesNotExist ? "hears of no channel" : "is refused";
};

async function verdicts(channelId: number): Promise<string[]> {
  const snapshot = await server.snapshots.current(realmId);
  return people.map(([{ id: userId }]) => verdict(postingPermissionIn(snapshot, { userId, channelId, name: "x" })));
}

test("functions, queries and the organization snapshot agree which users can see, read, administer and post in a channel", () =>
  assertProperty(
    fc.asyncProperty(worlds, async (world) => {
      const id = await writeRowsDirectly(realm, (tx) => build(tx, world));
      const rules = everyone.map((nth) => rulesOf(world, nth));
      const by = (rule: keyof (typeof rules)[number]) => rules.map((one) => one[rule]);

      const access = await Promise.all(
        people.map(async ([{ id: userId }, role]) => {
          const [channel] = await loadChannelAccess(reader, { id: userId, realmId, role }, { ids: [id] });
          assert.ok(channel);
          return [canReadContent(role, channel), canSeeMetadata(role, channel), canAdministerChannel(role, channel)];
        }),
      );
      assert.deepEqual(
        access,
        rules.map((one) => [one.reads, one.sees, one.administers]),
      );

      const inSql = await readersInSql(id);
      assert.deepEqual(
        inSql,
        rules.map(({ reads }) => ({ asUser: reads, asRow: reads })),
      );

      const userIds = people.map(([person]) => person.id);
      const known = await loadVisibleChannels(reader, realmId, userIds, { ids: [id] });
      assert.deepEqual(
        userIds.map((userId) => known.has(userId)),
        by("sees"),
      );
      assert.deepEqual(await recipientsOf(id, world.subscribed), by("sees"));

      const snapshot = await server.snapshots.current(realmId);
      const accessed = people.map(([{ id: userId }, role]) =>
        (["content", "metadata"] as const).map((need) => {
          const attempt = () => accessChannel(snapshot, { id: userId, role }, id, need);
          return doesNotThrow(attempt, InvalidChannelId);
        }),
      );
      assert.deepEqual(
        accessed,
        rules.map(({ reads, sees }) => [reads, sees]),
      );
      const narrowed = people.map(([{ id: userId }, role]) =>
        resolveNarrowChannel(snapshot, { id: userId, realmId, role }, id),
      );
      assert.deepEqual(
        narrowed.map((channel) => [channel?.isReadable, channel?.isVisible, channel?.isHistoryShared]),
        rules.map(({ reads, sees, hasSharedHistory }) => [reads, sees, hasSharedHistory]),
      );

      const expected = ({ reads, sees }: (typeof rules)[number]) => {
        if (!sees) return "hears of no channel";
        return world.isArchived || !reads ? "is refused" : "writes";
      };
      assert.deepEqual(await verdicts(id), rules.map(expected));
    }),
    { rounds: 15, exploreRounds: 150 },
  ));

test("the function and the query agree which channels have shared history", async () => {
  for (const invite_only of [false, true]) {
    for (const history_public_to_subscribers of [false, true]) {
      const { rows } = await sql<{ is_shared: boolean }>`
        select ${isHistorySharedInSql} as is_shared
        from (select ${invite_only}::boolean, ${history_public_to_subscribers}::boolean)
          as channel(invite_only, history_public_to_subscribers)`.execute(reader);
      assert.equal(rows[0]?.is_shared, isHistoryShared({ invite_only, history_public_to_subscribers }));
    }
  }
});
