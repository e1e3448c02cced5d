import assert from "node:assert/strict";
import { test } from "node:test";
import { ChannelPermissions, type ChannelTopicsPolicy } from "@parlance/contract/entities/channel.ts";
import { createTestOrganization, type Parameters, type TestOrganization } from "@parlance/testkit";
import { loadSystemGroups } from "#modules/groups/core/system-groups.ts";

const realm = await createTestOrganization();
const groups = await loadSystemGroups(realm.server.db.reader, realm.realmId);
let count = 0;

/** Creates a channel. Returns the channel, or the error message. */
async function made(parameters: Parameters, { as = realm.desdemona }: { as?: TestOrganization["hamlet"] } = {}) {
  count += 1;
  const answer = await as.post("/channels/create", { name: `channel ${count}`, subscribers: [], ...parameters });
  if (answer.result !== "success") return answer.msg;
  return (await realm.desdemona.get(`/streams/${answer.id}`)).stream;
}

const permissions = Object.keys(ChannelPermissions.shape) as (keyof ChannelPermissions)[];

for (const name of permissions) {
  test(`${name} accepts a group, or a list of users and groups`, async () => {
    const { hamlet, iago } = realm;
    const members = groups["role:members"];
    const some = { direct_members: [iago.id, hamlet.id], direct_subgroups: [groups["role:moderators"]] };
    for (const value of [members, some, groups["role:nobody"]]) {
      const channel = await made({ [name]: value });
      assert.ok(typeof channel === "object");
      assert.deepEqual(channel[name], value);
    }
    const many = await made({ [name]: { direct_members: [987_654_321], direct_subgroups: [] } });
    assert.equal(many, "Invalid user ID: 987654321");
    assert.equal(
      await made({ [name]: groups["role:internet"] }),
      `'${name}' setting cannot be set to 'role:internet' group.`,
    );
    assert.equal(await made({ [name]: "everybody" }), `${name} is not valid JSON`);
  });
}

test("permissions to administer a channel, subscribe to it or add subscribers cannot be granted to role:everyone, because it includes guests", async () => {
  const everyone = groups["role:everyone"];
  const answers = await Promise.all(permissions.map(async (name) => [name, await made({ [name]: everyone })] as const));
  const refused = answers.filter(([, answer]) => typeof answer === "string");
  assert.deepEqual(
    refused,
    (["can_add_subscribers_group", "can_administer_channel_group", "can_subscribe_group"] as const).map((name) => [
      name,
      `'${name}' setting cannot be set to 'role:everyone' group.`,
    ]),
  );
});

test("owners can set the retention period of a new channel, as a number of days or as a word, in every accepted notation", async () => {
  for (const [parameter, stored] of [
    [undefined, null],
    ["realm_default", null],
    ['"realm_default"', null],
    ["unlimited", -1],
    ['"unlimited"', -1],
    [30, 30],
    ["30", 30],
  ] as const) {
    const channel = await made({ message_retention_days: parameter });
    assert.ok(typeof channel === "object");
    assert.equal(channel.message_retention_days, stored);
  }
  const usual = await made({ message_retention_days: "realm_default" }, { as: realm.hamlet });
  assert.equal(typeof usual, "object");
});

test("a channel can be created with each policy for topics", async () => {
  const policies: ChannelTopicsPolicy[] = ["inherit", "allow_empty_topic", "disable_empty_topic", "empty_topic_only"];
  for (const topics_policy of policies) {
    for (const parameter of [topics_policy, JSON.stringify(topics_policy)]) {
      const channel = await made({ topics_policy: parameter });
      assert.ok(typeof channel === "object");
      assert.equal(channel.topics_policy, topics_policy);
    }
  }
  const channel = await made({});
  assert.ok(typeof channel === "object");
  assert.equal(channel.topics_policy, "inherit");
});

test("subscribers of a new channel must be active users of the organization, duplicates are ignored, and bots can create channels", async () => {
  const { desdemona, hamlet, othello, bot } = realm;
  const elsewhere = await createTestOrganization();
  assert.equal(await made({ subscribers: [elsewhere.hamlet.id] }), "No such user");
  const channel = await made({ subscribers: [hamlet.id, hamlet.id, bot.id] }, { as: bot });
  assert.ok(typeof channel === "object");
  assert.deepEqual([channel.subscriber_count, channel.creator_id], [2, bot.id]);
  await desdemona.callOrThrow("DELETE", `/users/${othello.id}`);
  assert.equal(await made({ subscribers: [hamlet.id, othello.id] }), "User is deactivated");
  const missing = await hamlet.call("POST", "/channels/create", { name: "new" });
  assert.deepEqual([missing.code, missing.msg], ["REQUEST_VARIABLE_MISSING", "Missing 'subscribers' argument"]);
});

test("a description can be omitted, be empty or have up to 1024 characters, and a name can have up to 60", async () => {
  for (const description of [undefined, "", "🦉".repeat(1024)]) {
    const channel = await made({ description, name: `${(count += 1)} `.padEnd(60, "🦉".repeat(30)) });
    assert.ok(typeof channel === "object");
    assert.equal(channel.description, description ?? "");
  }
});

for (const name of ["announce", "invite_only", "is_web_public", "is_default_stream", "history_public_to_subscribers"]) {
  test(`${name} accepts only true and false`, async () => {
    assert.equal(await made({ [name]: 1 }), `${name} is not a boolean`);
    assert.equal(typeof (await made({ [name]: false })), "object");
  });
}
