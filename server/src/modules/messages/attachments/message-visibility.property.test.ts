import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "kysely";
import { type Role, roles } from "@parlance/contract/entities/roles.ts";
import { canReadContent, isHistoryShared } from "@parlance/contract/rules/channel-access.ts";
import { required } from "@parlance/kernel/base/required.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { createTestOrganization, type TestUser, writeRowsDirectly } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { resolveGroupSettings } from "#modules/groups/core/actions/settings/resolve-group-settings.ts";
import { storeGroupSettings } from "#modules/groups/core/actions/settings/store-group-settings.ts";
import { listTopics } from "#modules/channels/topics/queries.ts";
import { loadMessageAudience } from "#modules/messages/core/message-audience.ts";
import { filterChannelReaders } from "#modules/messages/moves/channel-readers.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import { loadStarredMessages } from "#modules/messages/read-state/queries.ts";
import {
  canReadMessage,
  canReadMessageInSql,
  filterRecipients,
  isReceivedOrConnected,
} from "#modules/messages/read-state/received-messages.ts";
import { loadUserMessages } from "#modules/messages/read-state/user-message.ts";
import { canReadLinkingMessageInSql, canSeeAttachmentInSql, joinMessageChannelInSql } from "./attachment-access.ts";

const realm = await createTestOrganization();
const { server, realmId, desdemona, iago, hamlet, cordelia, polonius } = realm;
const { reader } = server.db;

const people: readonly (readonly [TestUser, Role])[] = [
  [desdemona, roles.owner],
  [iago, roles.administrator],
  [hamlet, roles.member],
  [cordelia, roles.member],
  [polonius, roles.guest],
];
const allUsers = people.map((_, nth) => nth);
const userIds = people.map(([{ id }]) => id);
const some = fc.subarray(allUsers);
const few = fc.subarray(allUsers, { maxLength: 1 });

/** A message with a file, in a channel or in a direct message conversation, and each user's relation to it. */
const worlds = fc.record({
  // Most rules differ only in channels with protected history.
  kind: fc.constantFrom("web-public", "public", "shared", "protected", "protected", "protected", "direct"),
  owner: fc.constantFrom(...allUsers),
  subscribed: some,
  /** Those who were subscribed when the message was sent. */
  received: some,
  historical: few,
  summoned: few,
  granted: some,
  participants: some,
});
type World = typeof worlds extends fc.Arbitrary<infer W> ? W : never;

interface Built {
  readonly messageId: number;
  readonly attachmentId: number;
  readonly recipientId: number;
  readonly channelId: number | null;
}

/** Returns for each user whether he or she can read the message, by the rules for plain facts. */
function expectedReaders(world: World): boolean[] {
  return people.map(([, role], nth) => {
    if (world.kind === "direct") return world.participants.includes(nth);
    const privacy = privacyOf(world);
    const facts = {
      ...privacy,
      is_subscribed: world.subscribed.includes(nth),
      in_administer_group: false,
      in_add_subscribers_group: false,
      in_subscribe_group: world.granted.includes(nth),
    };
    return canReadContent(role, facts) && canReadMessage(isHistoryShared(privacy), receiptOf(world, nth));
  });
}

const privacyOf = ({ kind }: World) => ({
  is_web_public: kind === "web-public",
  invite_only: kind === "shared" || kind === "protected",
  history_public_to_subscribers: kind !== "protected",
});

/** Returns a user's flags and whether the user received the message. Only messages in channels have connecting flags. */
function receiptOf({ kind, participants, received, historical, summoned }: World, nth: number) {
  if (kind === "direct") return { is_received: participants.includes(nth), flags: messageFlags.starred };
  const connecting =
    (historical.includes(nth) ? messageFlags.historical : 0) | (summoned.includes(nth) ? messageFlags.summoned : 0);
  return { is_received: received.includes(nth), flags: messageFlags.starred | connecting };
}

async function build(tx: Tx, world: World): Promise<Built> {
  const recipient = { realm_id: realmId };
  const { id: recipientId } = await tx
    .insertInto("recipient")
    .values(recipient)
    .returning("id")
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ id: number }>`
    insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client)
    values (nextval('message_id'), ${realmId}, ${recipientId}, ${iago.id}, 't', 't', 'x', 'x', now(), 'test')
    returning id`.execute(tx);
  const messageId = required(rows[0]).id;
  await tx.updateTable("realm_counter").set({ last_message_id: messageId }).where("realm_id", "=", realmId).execute();
  for (const nth of allUsers) {
    const flag = { user_id: required(userIds[nth]), message_id: messageId, flags: receiptOf(world, nth).flags };
    await tx.insertInto("message_flag").values(flag).execute();
  }
  const file = { realm_id: realmId, owner_id: required(userIds[world.owner]), path_id: crypto.randomUUID() };
  const { id: attachmentId } = await tx
    .insertInto("attachment")
    .values({ ...file, name: "a", content_type: "text/plain", size: 1, created_at: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx.insertInto("attachment_message").values({ attachment_id: attachmentId, message_id: messageId }).execute();
  const channelId =
    world.kind === "direct"
      ? await addParticipants(tx, world, recipientId)
      : await addChannel(tx, world, recipientId, messageId);
  return { messageId, attachmentId, recipientId, channelId };
}

async function addParticipants(tx: Tx, { participants }: World, recipient_id: number): Promise<null> {
  for (const nth of participants) {
    await tx
      .insertInto("direct_member")
      .values({ user_id: required(userIds[nth]), recipient_id })
      .execute();
  }
  return null;
}

async function addChannel(tx: Tx, world: World, recipient_id: number, messageId: number): Promise<number> {
  const name = crypto.randomUUID();
  const { id: channel_id } = await tx
    .insertInto("channel")
    .values({ realm_id: realmId, recipient_id, name, name_key: name, created_at: new Date(), ...privacyOf(world) })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const nth of allUsers) {
    const user_id = required(userIds[nth]);
    const [is_active, isReceived] = [world.subscribed.includes(nth), world.received.includes(nth)];
    if (!is_active && !isReceived) continue;
    await tx.insertInto("subscription").values({ user_id, channel_id, recipient_id, is_active, color: "#0" }).execute();
    const [from_message_id, to_message_id] = isReceived
      ? [messageId - 1, is_active ? null : messageId]
      : [messageId, null];
    const period = { user_id, recipient_id, from_message_id, to_message_id, from_event_id: 0, to_event_id: null };
    await tx.insertInto("subscription_period").values(period).execute();
  }
  const can_subscribe_group = {
    direct_members: world.granted.map((nth) => required(userIds[nth])),
    direct_subgroups: [],
  };
  const values = { can_subscribe_group };
  const resolved = await resolveGroupSettings(tx, { realmId, scope: "channel", values });
  await storeGroupSettings(tx, { realmId, scope: "channel", scopeId: channel_id }, resolved);
  return channel_id;
}

/** Returns for each user whether the conditions of attachments include the user, as one user and as a row of users. */
async function attachmentConditions({ attachmentId, messageId }: Built, [{ id }, role]: (typeof people)[number]) {
  const viewer = { id, realmId, role };
  const { rows } = await sql<Record<"reads" | "readsAsRow" | "sees" | "seesAsRow", boolean>>`
    select
      (select ${canReadLinkingMessageInSql(viewer)} from message ${joinMessageChannelInSql(viewer)}
        where message.id = ${messageId}) as "reads",
      (select ${canReadLinkingMessageInSql("account")} from message ${joinMessageChannelInSql("account")}
        where message.id = ${messageId}) as "readsAsRow",
      ${canSeeAttachmentInSql(viewer)} as "sees", ${canSeeAttachmentInSql("account")} as "seesAsRow"
    from attachment join account on account.id = ${id} where attachment.id = ${attachmentId}`.execute(reader);
  return required(rows[0]);
}

/** Returns for each user whether he or she is in the audience of events about the message. */
async function audienceOf(world: World, built: Built): Promise<boolean[]> {
  const location = { id: built.messageId, recipient_id: built.recipientId, channel_id: built.channelId };
  const audience = await server.db.write((tx) => loadMessageAudience(tx, realmId, location));
  return allUsers.map((nth) => {
    const id = required(userIds[nth]);
    const isSubscriber = audience.channel !== undefined && world.subscribed.includes(nth);
    return (audience.users?.includes(id) ?? false) || (isSubscriber && audience.except?.includes(id) !== true);
  });
}

test("functions and queries agree which users can read a message and see a file in it", () =>
  assertProperty(
    fc.asyncProperty(worlds, async (world) => {
      const built = await writeRowsDirectly(realm, (tx) => build(tx, world));
      const { messageId, recipientId, channelId } = built;
      const readers = expectedReaders(world);

      for (const [nth, person] of people.entries()) {
        const [reads, sees] = [readers[nth], readers[nth] || world.owner === nth];
        const conditions = await attachmentConditions(built, person);
        assert.deepEqual(conditions, { reads, readsAsRow: reads, sees, seesAsRow: sees }, `user ${nth}`);
        const [{ id }, role] = person;
        const [message] = await loadUserMessages(reader, { id, realmId, role }, [messageId]);
        assert.equal(message?.is_readable ?? false, reads, `user ${nth}`);
        const starred = await loadStarredMessages(reader, { id, realmId, role });
        assert.equal(starred.includes(messageId), reads, `user ${nth}`);
      }

      const receivers = allUsers.filter((nth) => isReceivedOrConnected(receiptOf(world, nth)));
      const message = { id: messageId, recipient_id: recipientId };
      const ascending = receivers.map((nth) => required(userIds[nth])).sort((a, b) => a - b);
      assert.deepEqual(await server.db.write((tx) => filterRecipients(tx, message, userIds)), ascending);
      if (channelId === null) return assert.deepEqual(await audienceOf(world, built), readers);

      const isShared = isHistoryShared(privacyOf(world));
      for (const [nth, id] of userIds.entries()) {
        const { rows } = await sql<{ reads: boolean }>`
          select ${canReadMessageInSql(isShared, sql`${id}::int`)} as reads from message
          where id = ${messageId}`.execute(reader);
        const reads = canReadMessage(isShared, receiptOf(world, nth));
        assert.equal(rows[0]?.reads, reads, `user ${nth}`);
        const topics = await listTopics(reader, id, { recipient_id: recipientId, ...privacyOf(world) });
        assert.deepEqual(topics, reads ? [{ name: "t", max_id: messageId }] : [], `user ${nth}`);
      }
      const ofChannel = await filterChannelReaders(reader, channelId, userIds);
      const all = { ...world, kind: world.kind === "protected" ? ("shared" as const) : world.kind };
      assert.deepEqual(
        userIds.map((id) => ofChannel.has(id)),
        expectedReaders(all),
      );
      // Users who only could read the message, but have no relation to it, receive no events about it.
      const isConcerned = (nth: number) =>
        world.subscribed.includes(nth) || isReceivedOrConnected(receiptOf(world, nth));
      assert.deepEqual(
        await audienceOf(world, built),
        readers.map((reads, nth) => reads && isConcerned(nth)),
      );
    }),
    { rounds: 40, exploreRounds: 300 },
  ));
