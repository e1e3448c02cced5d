import assert from "node:assert/strict";
import { test } from "node:test";
import type { GroupPermissionSetting } from "@parlance/contract/entities/group-setting.ts";
import { createTestOrganization, testServer } from "@parlance/testkit";
import { resolveGroupSettings } from "../actions/settings/resolve-group-settings.ts";
import type { Scope } from "./setting-declarations.ts";
import { systemGroupNames, loadSystemGroups, type SystemGroupName } from "../system-groups.ts";

const { db } = await testServer();

const ALL: readonly SystemGroupName[] = systemGroupNames.filter((name) => name !== "role:internet");
const NOT_EVERYONE = ALL.filter((name) => name !== "role:everyone");
const EXCEPT_NOBODY = NOT_EVERYONE.filter((name) => name !== "role:nobody");

/** The default of a setting, and the system groups that it accepts as its value. */
type Rule = readonly [byDefault: string, takes: readonly SystemGroupName[], onlySystemGroups?: true];

const rules: Readonly<Record<Scope, Readonly<Record<string, Rule>>>> = {
  realm: {
    can_access_all_users_group: ["role:everyone", ["role:members", "role:everyone"], true],
    can_add_custom_emoji_group: ["role:members", NOT_EVERYONE],
    can_add_subscribers_group: ["role:members", NOT_EVERYONE],
    can_create_bots_group: ["role:members", NOT_EVERYONE],
    can_create_groups: ["role:members", NOT_EVERYONE],
    can_create_private_channel_group: ["role:members", NOT_EVERYONE],
    can_create_public_channel_group: ["role:members", NOT_EVERYONE],
    can_create_web_public_channel_group: [
      "role:owners",
      ["role:nobody", "role:owners", "role:administrators", "role:moderators"],
      true,
    ],
    can_create_write_only_bots_group: ["role:members", NOT_EVERYONE],
    can_delete_any_message_group: ["role:administrators", NOT_EVERYONE],
    can_delete_own_message_group: ["role:everyone", ALL],
    can_invite_users_group: ["role:members", NOT_EVERYONE],
    can_manage_all_groups: ["role:owners", EXCEPT_NOBODY],
    can_manage_billing_group: ["role:administrators", EXCEPT_NOBODY],
    can_mention_many_users_group: ["role:administrators", ALL],
    can_move_messages_between_channels_group: ["role:members", NOT_EVERYONE],
    can_move_messages_between_topics_group: ["role:everyone", ALL],
    can_resolve_topics_group: ["role:everyone", ALL],
    can_set_delete_message_policy_group: ["role:moderators", NOT_EVERYONE],
    can_set_topics_policy_group: ["role:members", ALL],
    can_summarize_topics_group: ["role:everyone", ALL],
    create_multiuse_invite_group: ["role:administrators", NOT_EVERYONE],
    direct_message_initiator_group: ["role:everyone", ALL],
    direct_message_permission_group: ["role:everyone", ALL],
  },
  channel: {
    can_add_subscribers_group: ["role:nobody", NOT_EVERYONE],
    can_administer_channel_group: ["stream_creator_or_nobody", NOT_EVERYONE],
    can_delete_any_message_group: ["role:nobody", ALL],
    can_delete_own_message_group: ["role:nobody", ALL],
    can_move_messages_out_of_channel_group: ["role:nobody", ALL],
    can_move_messages_within_channel_group: ["role:nobody", ALL],
    can_remove_subscribers_group: ["role:administrators", ALL],
    can_resolve_topics_group: ["role:nobody", ALL],
    can_send_message_group: ["role:everyone", ALL],
    can_subscribe_group: ["role:nobody", NOT_EVERYONE],
  },
  group: {
    can_add_members_group: ["group_creator", NOT_EVERYONE],
    can_join_group: ["role:nobody", NOT_EVERYONE],
    can_leave_group: ["role:everyone", ALL],
    can_manage_group: ["group_creator", NOT_EVERYONE],
    can_mention_group: ["role:everyone", ALL],
    can_remove_members_group: ["role:nobody", NOT_EVERYONE],
  },
};

test("the register response contains all permissions with their defaults and the groups to which they can be granted", async () => {
  const { hamlet } = await createTestOrganization();
  const { state } = await hamlet.registerQueue({ fetch_event_types: ["realm"] });
  const { realm, stream, group } = state["server_supported_permission_settings"];
  const expected = (scope: Scope) =>
    Object.fromEntries(
      Object.entries(rules[scope]).map(([name, [byDefault, accepts, onlySystemGroups = false]]) => [
        name,
        {
          require_system_group: onlySystemGroups,
          allow_internet_group: false,
          allow_nobody_group: accepts.includes("role:nobody"),
          allow_everyone_group: accepts.includes("role:everyone"),
          default_group_name: byDefault,
          default_for_system_groups: scope === "group" ? "role:nobody" : null,
          allowed_system_groups: onlySystemGroups ? accepts : [],
        },
      ]),
    );
  const sorted = (settings: Record<string, GroupPermissionSetting>) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, setting]) => [
        name,
        {
          ...setting,
          allowed_system_groups: systemGroupNames.filter((one) => setting.allowed_system_groups.includes(one)),
        },
      ]),
    );
  assert.deepEqual(
    [sorted(realm), sorted(stream), sorted(group)],
    [expected("realm"), expected("channel"), expected("group")],
  );
});

for (const scope of ["realm", "channel", "group"] as const) {
  test(`each permission of a ${scope} accepts exactly the expected system groups`, async () => {
    const { realmId } = await createTestOrganization();
    const system = await loadSystemGroups(db.reader, realmId);
    const accepted: Record<string, string[]> = {};
    await db.write(async (tx) => {
      for (const setting of Object.keys(rules[scope])) {
        accepted[setting] = [];
        for (const name of systemGroupNames) {
          const result = await resolveGroupSettings(tx, { realmId, scope, values: { [setting]: system[name] } }).then(
            () => name,
            (error: unknown) => (error as Error).message,
          );
          if (result === name) accepted[setting].push(name);
          else assert.equal(result, `'${setting}' setting cannot be set to '${name}' group.`);
        }
      }
    });
    assert.deepEqual(
      accepted,
      Object.fromEntries(Object.entries(rules[scope]).map(([name, [, accepts]]) => [name, accepts])),
    );
  });
}
