import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import type { Client, ParametersOf, TestUser, FullState } from "@parlance/testkit";
import { realmInput } from "./realm-settings-input.ts";

/**
 * For each setting except channels, permissions and login methods, a value other than the default. It is also the
 * resulting value in the snapshot.
 */
const changes: ParametersOf<"PATCH /realm"> = {
  name: "The Globe",
  description: "All the world's a stage",
  allow_message_editing: false,
  avatar_changes_disabled: true,
  default_code_block_language: "python",
  default_language: "de",
  digest_emails_enabled: true,
  digest_weekday: 6,
  disallow_disposable_email_addresses: false,
  email_changes_disabled: true,
  emails_restricted_to_domains: true,
  enable_guest_user_dm_warning: false,
  enable_guest_user_indicator: false,
  enable_read_receipts: false,
  enable_spectator_access: true,
  giphy_rating: 4,
  inline_image_preview: false,
  inline_url_embed_preview: true,
  invite_required: false,
  jitsi_server_url: "https://meet.example.com",
  message_content_allowed_in_email_notifications: false,
  message_content_delete_limit_seconds: 1,
  message_content_edit_limit_seconds: 7200,
  message_edit_history_visibility_policy: "none",
  message_retention_days: 30,
  move_messages_between_streams_limit_seconds: 60,
  move_messages_within_stream_limit_seconds: 61,
  name_changes_disabled: true,
  org_type: 10,
  presence_disabled: true,
  require_e2ee_push_notifications: true,
  require_unique_names: true,
  send_welcome_emails: false,
  topics_policy: "disable_empty_topic",
  video_chat_provider: 0,
  waiting_period_threshold: 3,
  want_advertise_in_communities_directory: true,
  welcome_message_custom_text: "Be **welcome**",
};
const namesChannel = /_channel_id$|_stream_id$/;
const shown = ({ state }: Client, name: string) => state[`realm_${name}` as keyof FullState];
const isPermission = (name: string) => /_group$|^can_/.test(name);

test("a changed setting of any kind is published to all users and stored", async () => {
  const { desdemona, iago, hamlet, polonius, bot } = await createTestOrganization();
  const untested = Object.keys(realmInput.shape).filter(
    (name) => !(name in changes) && !namesChannel.test(name) && !isPermission(name),
  );
  assert.deepEqual(untested, ["authentication_methods"], "a setting without a row above");

  const before = await polonius.registerQueue();
  await watchEvents([iago, hamlet, polonius, bot], async () => {
    const answer = await desdemona.callOrThrow("PATCH", "/realm", changes);
    for (const [name, value] of Object.entries(changes)) {
      assert.deepEqual(answer.body[name], typeof value === "string" ? "updated" : value, name);
    }
  });
  const after = await polonius.registerQueue();
  for (const [name, value] of Object.entries(changes)) {
    assert.notDeepEqual(shown(before, name), value, `${name} was so already`);
    assert.deepEqual(shown(after, name), value, name);
  }
});

test("setting a setting to its current value publishes no event", async () => {
  const { desdemona, hamlet } = await createTestOrganization();
  const [events] = await watchEvents([hamlet], async () => {
    const answer = await desdemona.callOrThrow("PATCH", "/realm", { name: " Shakespeare ", invite_required: true });
    assert.ok(!("name" in answer) && !("invite_required" in answer));
  });
  assert.deepEqual(events, []);
});

test("time limits can be removed, and cannot be set to an invalid time", async () => {
  const { iago } = await createTestOrganization();
  const limits = Object.keys(changes).filter((name) => name.endsWith("_limit_seconds"));
  assert.equal(limits.length, 4);
  for (const name of limits) {
    await iago.callOrThrow("PATCH", "/realm", { [name]: "unlimited" });
    assert.equal(shown(await iago.registerQueue(), name), null);
    for (const value of [0, -5]) {
      const { status, code, msg, body } = await iago.patch("/realm", { [name]: value });
      assert.deepEqual(
        [status, code, msg, body["var_name"], body["bad_value"]],
        [400, "REQUEST_VARIABLE_INVALID", `Bad value for '${name}': ${value}`, name, value],
      );
    }
  }
});

test("if one value of a request is invalid, nothing is changed", async () => {
  const { desdemona, hamlet } = await createTestOrganization();
  const refusals: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ name: " " }, "name cannot be blank"],
    [{ name: "x".repeat(41) }, "name is too long (limit: 40 characters)"],
    [{ name: "The\r\nGlobe" }, "name has invalid format"],
    [{ description: "x".repeat(1001) }, "description is too long (limit: 1000 characters)"],
    [
      { welcome_message_custom_text: "x".repeat(8001) },
      "welcome_message_custom_text is too long (limit: 8000 characters)",
    ],
    [{ default_language: "xx-nowhere-land" }, "Invalid language 'xx-nowhere-land'"],
    [{ giphy_rating: 5 }, "Invalid giphy_rating 5"],
    [{ video_chat_provider: 77 }, "Invalid video_chat_provider 77"],
    [{ org_type: 1 }, "Invalid org_type 1"],
    [{ digest_weekday: 7 }, "digest_weekday is too large"],
    [{ waiting_period_threshold: -1 }, "waiting_period_threshold is too small"],
    [{ topics_policy: "whatever" }, "Invalid topics_policy"],
    [{ message_retention_days: 0 }, "Bad value for 'message_retention_days': 0"],
    [{ jitsi_server_url: "ftp://example.com" }, "jitsi_server_url has invalid format"],
    [{ authentication_methods: { Email: false } }, "At least one authentication method must be enabled."],
    [{ signup_announcements_stream_id: 999_999 }, "Invalid channel ID"],
    [{ can_manage_all_groups: { new: 999_999 } }, "Invalid user group"],
  ];
  for (const [parameters, text] of refusals) {
    const [events] = await watchEvents([hamlet], async () => {
      const answer = await desdemona.patch("/realm", { require_unique_names: true, ...parameters });
      assert.deepEqual([answer.status, answer.msg], [400, text]);
    });
    assert.deepEqual(events, [], text);
  }
});

test("administrators can change most settings, other users none, and some settings, such as who may join, require an owner", async () => {
  const { desdemona, iago, shiva, hamlet, polonius, bot } = await createTestOrganization();
  const groups = (await iago.registerQueue()).state["realm_user_groups"] as { id: number; name: string }[];
  const owners = groups.find(({ name }) => name === "role:owners")?.id;
  for (const person of [shiva, hamlet, polonius, bot]) {
    const answer = await person.patch("/realm", { name: "Mine" });
    assert.deepEqual([answer.code, answer.msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
  }
  const ofOwners: Record<string, unknown> = {
    authentication_methods: { Email: true },
    message_retention_days: 5,
    invite_required: false,
    emails_restricted_to_domains: true,
    disallow_disposable_email_addresses: false,
    waiting_period_threshold: 9,
    create_multiuse_invite_group: { new: owners },
    can_create_groups: { new: owners },
    can_invite_users_group: { new: owners },
    can_manage_all_groups: { new: owners },
    can_manage_billing_group: { new: owners },
  };
  for (const [name, value] of Object.entries(ofOwners)) {
    const answer = await iago.patch("/realm", { [name]: value });
    assert.deepEqual([answer.code, answer.msg], ["UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"], name);
    await desdemona.callOrThrow("PATCH", "/realm", { [name]: value });
  }
  await iago.callOrThrow("PATCH", "/realm", { name: "Ours" });
});

const systemGroup = async (person: TestUser, wanted: string) => {
  const groups = (await person.registerQueue()).state["realm_user_groups"] as { id: number; name: string }[];
  return groups.find(({ name }) => name === wanted)?.id ?? 0;
};

test("a permission is changed only if it still has the value that the administrator expects", async () => {
  const { iago, hamlet, cordelia, othello } = await createTestOrganization();
  const [members, moderators] = [await systemGroup(iago, "role:members"), await systemGroup(iago, "role:moderators")];
  const some = { direct_members: [hamlet.id, othello.id], direct_subgroups: [moderators] };
  const [toHamlet] = await watchEvents([hamlet, cordelia], () =>
    iago.callOrThrow("PATCH", "/realm", { can_add_subscribers_group: { new: some, old: members } }),
  );
  assert.deepEqual(
    toHamlet?.map(({ id: _, ...event }) => event),
    [{ type: "realm", op: "update_dict", property: "default", data: { can_add_subscribers_group: some } }],
  );
  assert.equal((await cordelia.registerQueue()).state["can_subscribe_other_users"], false);
  assert.equal((await hamlet.registerQueue()).state["can_subscribe_other_users"], true);

  const late = await iago.patch("/realm", { can_add_subscribers_group: { new: moderators, old: members } });
  assert.deepEqual(
    [late.status, late.code, late.msg, late.body["field_name"]],
    [400, "EXPECTATION_MISMATCH", "'old' value does not match the expected value.", "can_add_subscribers_group"],
  );
  const other = { direct_members: [othello.id, hamlet.id, hamlet.id], direct_subgroups: [moderators] };
  const [none] = await watchEvents([hamlet], () =>
    iago.callOrThrow("PATCH", "/realm", { can_add_subscribers_group: { new: other, old: other } }),
  );
  assert.deepEqual(none, [], "the same people in another order are no change");
});

test("the announcement settings accept any channel or none, and the moderation setting only a private channel", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const open = await iago.createChannel("stage");
  const closed = await iago.createChannel("wings", [iago], { invite_only: true });
  await watchEvents([iago, hamlet], () =>
    iago.callOrThrow("PATCH", "/realm", {
      signup_announcements_stream_id: open,
      new_stream_announcements_stream_id: open,
      service_update_announcements_stream_id: open,
      moderation_request_channel_id: closed,
    }),
  );
  const answer = await iago.patch("/realm", { moderation_request_channel_id: open });
  assert.equal(answer.msg, "Moderation request channel must be private.");
  await iago.callOrThrow("PATCH", "/realm", { signup_announcements_stream_id: -1 });
  const { state } = await hamlet.registerQueue();
  assert.equal(state["realm_signup_announcements_stream_id"], -1);
  assert.equal(state["realm_moderation_request_channel_id"], closed);
});

test("with a longer waiting period, recent full members become ordinary members again, and this is published", async () => {
  const { desdemona, hamlet, cordelia } = await createTestOrganization();
  const full = await systemGroup(hamlet, "role:fullmembers");
  const [events] = await watchEvents([hamlet], () =>
    desdemona.callOrThrow("PATCH", "/realm", { waiting_period_threshold: 1 }),
  );
  const left = events?.find(({ type, op }) => type === "user_group" && op === "remove_members");
  assert.equal(left?.["group_id"], full);
  assert.ok(left?.["user_ids"]?.includes(cordelia.id));
});

test("simultaneous changes of different settings by two administrators are both stored", async () => {
  const { desdemona, iago } = await createTestOrganization();
  await Promise.all([
    desdemona.callOrThrow("PATCH", "/realm", { require_unique_names: true }),
    iago.callOrThrow("PATCH", "/realm", { name_changes_disabled: true }),
    iago.callOrThrow("PATCH", "/realm", { digest_weekday: 3 }),
  ]);
  const { state } = await iago.registerQueue();
  assert.deepEqual(
    [state["realm_require_unique_names"], state["realm_name_changes_disabled"], state["realm_digest_weekday"]],
    [true, true, 3],
  );
});
