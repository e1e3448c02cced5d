import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { roles } from "@parlance/contract/entities/roles.ts";
import { createTestOrganization, type TestUser, type TestOrganization } from "@parlance/testkit";
import { stockAliases } from "@parlance/kernel/http/wire-aliases.ts";

// Checks that third-party clients of the protocol get all data that they request at their start and need to work. The
// names here, including outdated ones, are those that these clients use.

const { prefix } = stockAliases;

/** Creates an organization with some data of every kind that these clients read. */
async function livelyRealm(): Promise<TestOrganization> {
  const realm = await createTestOrganization();
  const { hamlet, othello, iago, cordelia } = realm;
  const elsinore = await hamlet.createChannel("elsinore", [hamlet, othello]);
  await othello.sendToChannel("elsinore", { topic: "ships", content: `@**${hamlet.fullName}** look` });
  await othello.sendDirectMessage(hamlet);
  await cordelia.sendDirectMessage([hamlet, othello]);
  const own = await hamlet.sendToChannel("elsinore", { topic: "horses" });
  await hamlet.callOrThrow("POST", "/messages/flags", { messages: [own], op: "add", flag: "starred" });
  await hamlet.callOrThrow("POST", `/users/me/muted_users/${iago.id}`);
  await hamlet.callOrThrow("POST", "/user_topics", { stream_id: elsinore, topic: "ships", visibility_policy: 1 });
  await iago.callOrThrow("POST", "/realm/profile_fields", { name: "Castle", field_type: 1 });
  await othello.callOrThrow("POST", "/users/me/status", { status_text: "at sea" });
  await othello.callOrThrow("POST", "/users/me/presence", { status: "active" });
  return realm;
}

const id = z.int().positive();
const ids = z
  .array(id)
  .refine((all) => new Set(all).size === all.length && all.every((one, i) => i === 0 || one > (all[i - 1] ?? 0)));
const named = z.looseObject({ id, name: z.string() });

/** Registers with the parameters of a client, and validates the response as strictly as the client does. */
async function starts(person: TestUser, parameters: Record<string, unknown>, expected: z.ZodType) {
  const { status, body } = await person.call("POST", "/register", parameters);
  assert.equal(status, 200);
  const { error } = expected.safeParse(body);
  assert.equal(error && z.prettifyError(error), undefined);
  return body;
}

const personOfTerminal = z.looseObject({
  user_id: id,
  email: z.string(),
  full_name: z.string(),
  is_bot: z.boolean(),
  role: z.int(),
});

const startOfTerminal = z.looseObject({
  queue_id: z.string(),
  last_event_id: z.int(),
  max_message_id: z.int(),
  user_id: id,
  email: z.string(),
  full_name: z.string(),
  realm_name: z.string(),
  [`${prefix}_version`]: z.literal("11.0"),
  realm_users: z.array(personOfTerminal).nonempty(),
  cross_realm_bots: z.array(personOfTerminal),
  presences: z.record(
    z.string(),
    z.looseObject({ aggregated: z.looseObject({ status: z.string(), timestamp: z.int() }) }),
  ),
  subscriptions: z
    .array(
      z.looseObject({
        stream_id: id,
        name: z.string(),
        color: z.string(),
        description: z.string(),
        invite_only: z.boolean(),
        is_web_public: z.boolean(),
        pin_to_top: z.boolean(),
        is_muted: z.boolean(),
        desktop_notifications: z.boolean(),
        message_retention_days: z.int().nullable(),
        subscribers: z.array(id),
      }),
    )
    .nonempty(),
  muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])).nonempty(),
  realm_user_groups: z.array(named).nonempty(),
  unread_msgs: z.looseObject({
    pms: z.array(z.looseObject({ sender_id: id, unread_message_ids: ids })).nonempty(),
    streams: z.array(z.looseObject({ stream_id: id, topic: z.string(), unread_message_ids: ids })).nonempty(),
    huddles: z.array(z.looseObject({ user_ids_string: z.string(), unread_message_ids: ids })).nonempty(),
    mentions: z.array(id),
  }),
  starred_messages: z.array(id).nonempty(),
  realm_emoji: z.record(z.string(), z.looseObject({ name: z.string(), deactivated: z.boolean() })),
  custom_profile_fields: z
    .array(z.looseObject({ id, name: z.string(), type: z.int(), field_data: z.string(), order: z.int() }))
    .nonempty(),
  realm_message_retention_days: z.int().nullable(),
  user_settings: z.looseObject({
    send_private_typing_notifications: z.boolean(),
    twenty_four_hour_time: z.boolean().nullable(),
    pm_content_in_desktop_notifications: z.boolean(),
  }),
  realm_allow_edit_history: z.boolean(),
  realm_allow_message_editing: z.boolean(),
});

test("a terminal client without capabilities gets all data that it reads at its start", async () => {
  const { hamlet, othello } = await livelyRealm();
  const types = ["message", "update_message", "reaction", "submessage", "subscription", "typing"];
  const more = ["update_message_flags", "user_settings", "realm_emoji", "realm_user"];
  const fetched = ["realm", "presence", "subscription", "message", "starred_messages", "update_message_flags"];
  const others = [
    "muted_topics",
    "realm_user",
    "realm_user_groups",
    "user_settings",
    "realm_emoji",
    "custom_profile_fields",
  ];
  const registration = {
    event_types: [...types, ...more],
    fetch_event_types: [...fetched, ...others],
    include_subscribers: true,
    client_gravatar: true,
    apply_markdown: true,
  };
  const body = await starts(hamlet, registration, startOfTerminal);
  const people = body["realm_users"] as { user_id: number }[];
  assert.ok(people.some(({ user_id: one }) => one === hamlet.id));
  const page = await hamlet.call("GET", "/messages", {
    anchor: 0,
    use_first_unread_anchor: true,
    num_before: 30,
    num_after: 10,
    narrow: [],
    client_gravatar: true,
    apply_markdown: true,
  });
  assert.equal(page.status, 200);
  assert.ok((page.body["messages"] as unknown[]).length > 0);
  for (const narrow of [
    [["stream", "elsinore"]],
    [
      ["stream", "elsinore"],
      ["topic", "ships"],
    ],
    [["is", "private"]],
    [["pm-with", `${othello.email}, ${hamlet.email}`]],
    [["is", "starred"]],
    [["is", "mentioned"]],
    [["search", "look"]],
  ]) {
    const { status } = await hamlet.call("GET", "/messages", {
      anchor: "newest",
      num_before: 10,
      num_after: 0,
      narrow,
    });
    assert.equal(status, 200, JSON.stringify(narrow));
  }
});

const time = z.int().positive();
const nullableSwitch = z.boolean().nullable();
const personOfPhone = z.looseObject({
  user_id: id,
  email: z.string(),
  full_name: z.string(),
  date_joined: z.string(),
  is_bot: z.boolean(),
  role: z.literal(Object.values(roles)),
  timezone: z.string(),
  avatar_version: z.int(),
});
const groupValue = z.union([id, z.looseObject({ direct_members: z.array(id), direct_subgroups: z.array(id) })]);
const channelOfPhone = z.looseObject({
  stream_id: id,
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: time,
  first_message_id: id.nullable(),
  invite_only: z.boolean(),
  is_web_public: z.boolean(),
  history_public_to_subscribers: z.boolean(),
  message_retention_days: z.int().nullable(),
  folder_id: id.nullable(),
  can_send_message_group: groupValue,
});

const startOfPhone = z.looseObject({
  queue_id: z.string(),
  last_event_id: z.int(),
  [`${prefix}_version`]: z.literal("11.0"),
  [`${prefix}_feature_level`]: z.int().min(371),
  [`${prefix}_merge_base`]: z.literal("11.0"),
  alert_words: z.array(z.string()),
  custom_profile_fields: z.array(z.looseObject({ id, name: z.string(), type: z.int(), order: z.int() })).nonempty(),
  max_stream_name_length: z.int(),
  max_topic_length: z.int(),
  server_presence_ping_interval_seconds: z.int(),
  server_presence_offline_threshold_seconds: z.int(),
  muted_users: z.array(z.looseObject({ id })).nonempty(),
  presences: z.record(z.string().regex(/^\d+$/), z.looseObject({ active_timestamp: time, idle_timestamp: time })),
  realm_emoji: z.record(z.string(), z.looseObject({ id: z.string(), still_url: z.string().nullable() })),
  realm_user_groups: z
    .array(
      z.looseObject({
        id,
        members: z.array(id),
        direct_subgroup_ids: z.array(id),
        name: z.string(),
        description: z.string(),
        is_system_group: z.boolean(),
      }),
    )
    .nonempty(),
  recent_private_conversations: z.array(z.looseObject({ user_ids: z.array(id), max_message_id: id })).nonempty(),
  subscriptions: z
    .array(
      channelOfPhone.extend({
        pin_to_top: z.boolean(),
        is_muted: z.boolean(),
        color: z.string().regex(/^#[0-9a-f]{6}$/),
        desktop_notifications: nullableSwitch,
        email_notifications: nullableSwitch,
        wildcard_mentions_notify: nullableSwitch,
        push_notifications: nullableSwitch,
        audible_notifications: nullableSwitch,
      }),
    )
    .nonempty(),
  streams: z.array(channelOfPhone).nonempty(),
  unread_msgs: z.looseObject({
    count: z.int(),
    pms: z.array(z.looseObject({ other_user_id: id, unread_message_ids: ids })).nonempty(),
    streams: z.array(z.looseObject({ stream_id: id, topic: z.string(), unread_message_ids: ids })).nonempty(),
    huddles: z.array(z.looseObject({ user_ids_string: z.string(), unread_message_ids: ids })).nonempty(),
    mentions: ids,
    old_unreads_missing: z.boolean(),
  }),
  starred_messages: ids,
  user_status: z.record(z.string().regex(/^\d+$/), z.looseObject({ status_text: z.string() })),
  user_settings: z.looseObject({
    twenty_four_hour_time: nullableSwitch,
    starred_message_counts: z.boolean(),
    display_emoji_reaction_users: z.boolean(),
    emojiset: z.string(),
    presence_enabled: z.boolean(),
  }),
  user_topics: z
    .array(z.looseObject({ stream_id: id, topic_name: z.string(), last_updated: time, visibility_policy: z.int() }))
    .nonempty(),
  realm_wildcard_mention_policy: z.union([1, 2, 3, 5, 6, 7].map((policy) => z.literal(policy))),
  realm_name: z.string(),
  realm_waiting_period_threshold: z.int(),
  realm_allow_message_editing: z.boolean(),
  realm_message_content_edit_limit_seconds: z.int().nullable(),
  realm_message_content_delete_limit_seconds: z.int().nullable(),
  realm_enable_read_receipts: z.boolean(),
  realm_icon_url: z.string(),
  realm_presence_disabled: z.boolean(),
  realm_default_external_accounts: z.record(z.string(), z.looseObject({ name: z.string() })),
  max_file_upload_size_mib: z.int(),
  server_emoji_data_url: z.string(),
  event_queue_longpoll_timeout_seconds: z.int(),
  realm_users: z.array(personOfPhone).nonempty(),
  realm_non_active_users: z.array(personOfPhone),
  cross_realm_bots: z.array(personOfPhone).nonempty(),
});

test("a phone client with some capabilities that requests everything gets all data that it reads at its start", async () => {
  const { hamlet } = await livelyRealm();
  await starts(
    hamlet,
    {
      apply_markdown: true,
      client_gravatar: false,
      slim_presence: true,
      idle_queue_timeout: 86_400,
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: true,
        stream_typing_notifications: true,
        user_settings_object: true,
        include_deactivated_groups: true,
        empty_topic_name: true,
        individual_emoji_changes: true,
      },
    },
    startOfPhone,
  );
});
