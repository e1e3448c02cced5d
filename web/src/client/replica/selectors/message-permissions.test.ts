import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageInList } from "@parlance/contract/entities/message.ts";
import { roles } from "@parlance/contract/entities/roles.ts";
import {
  channel,
  createSubscription,
  directMessage,
  group,
  stateWith,
  user,
} from "@parlance/contract/state/fixtures/samples.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { messagePermissions } from "./message-permissions.ts";
import { canPostInChannel } from "./posting-permissions.ts";

const [EVERYONE, NOBODY_GROUP] = [80, 90];
const [ME, MY_BOT, OTHER_BOT] = [1, 5, 6];

const bot = (id: number, bot_owner_id: number) => user(id, { is_bot: true, bot_type: 1, bot_owner_id });

/** The state of user 1 in an organization that lets users delete their own messages for a minute. */
const organization = (fields: Partial<State> = {}): State =>
  stateWith({
    realm_users: [user(ME), user(2), bot(MY_BOT, ME), bot(OTHER_BOT, 2)],
    realm_user_groups: [group(EVERYONE, "role:everyone", { members: [ME, 2] }), group(NOBODY_GROUP, "role:nobody")],
    realm_can_delete_any_message_group: NOBODY_GROUP,
    realm_can_delete_own_message_group: EVERYONE,
    realm_message_content_delete_limit_seconds: 60,
    realm_message_content_edit_limit_seconds: 60,
    realm_allow_message_editing: true,
    ...fields,
  });

const messageFrom = (senderId: number): MessageInList =>
  ({ ...directMessage(7, [senderId, 1, 2]), sender_id: senderId, timestamp: 1000 }) as unknown as MessageInList;

const SOON = 1_030_000;
const LATE = 1_090_000;

test("a bot's owner may delete the bot's messages in the same way as the owner's own messages, but may not edit them", () => {
  const offered = (senderId: number, nowMs: number) => {
    const { remove, edit } = messagePermissions(organization(), messageFrom(senderId), nowMs);
    return { remove, edit };
  };
  assert.deepEqual(offered(ME, SOON), { remove: true, edit: true });
  assert.deepEqual(offered(MY_BOT, SOON), { remove: true, edit: false });
  assert.deepEqual(offered(MY_BOT, LATE), { remove: false, edit: false });
  assert.deepEqual(offered(OTHER_BOT, SOON), { remove: false, edit: false });
});

test("administrators may write only in channels whose messages they can read", () => {
  const open = { can_send_message_group: EVERYONE };
  const state = organization({
    is_admin: true,
    realm_users: [user(ME, { is_admin: true, role: roles.administrator })],
    subscriptions: [createSubscription(1, "mine", { ...open, invite_only: true })],
    unsubscribed: [],
    never_subscribed: [
      channel(2, "public", open),
      channel(3, "private", { ...open, invite_only: true }),
      channel(4, "granted", { ...open, invite_only: true, can_subscribe_group: EVERYONE }),
    ],
  });
  assert.deepEqual(
    [1, 2, 3, 4].map((id) => canPostInChannel(state, id)),
    [true, true, false, true],
  );
});
