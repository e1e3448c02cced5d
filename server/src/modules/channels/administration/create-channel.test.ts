import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type Parameters, type TestOrganization } from "@parlance/testkit";
import { loadSystemGroups } from "#modules/groups/core/system-groups.ts";

type Name = "desdemona" | "iago" | "hamlet" | "polonius";

interface Refusal {
  readonly what: string;
  readonly as?: Name;
  readonly parameters: Parameters;
  readonly msg: string;
  readonly code?: string;
  readonly status?: number;
}

const refusals: readonly Refusal[] = [
  { what: "a guest", as: "polonius", parameters: {}, msg: "Not allowed for guest users" },
  {
    what: "no name",
    parameters: { name: undefined },
    msg: "Missing 'name' argument",
    code: "REQUEST_VARIABLE_MISSING",
  },
  { what: "a blank name", parameters: { name: "  " }, msg: "Channel name can't be empty." },
  { what: "a long name", parameters: { name: "x".repeat(61) }, msg: "Channel name too long (limit: 60 characters)." },
  { what: "a line break", parameters: { name: "a\nb" }, msg: "Invalid character in channel name, at position 2." },
  { what: "a null byte", parameters: { name: "ab\0" }, msg: "Invalid character in channel name, at position 3." },
  {
    what: "a code point that is not a character",
    parameters: { name: "👋\uFDD0" },
    msg: "Invalid character in channel name, at position 2.",
  },
  {
    what: "an existing name in another case",
    parameters: { name: " VERONA" },
    msg: "Channel 'VERONA' already exists",
    code: "CHANNEL_ALREADY_EXISTS",
    status: 409,
  },
  {
    what: "a long description",
    parameters: { description: "x".repeat(1025) },
    msg: "description is too long (limit: 1024 characters)",
  },
  { what: "an unknown subscriber", parameters: { subscribers: [987_654_321] }, msg: "No such user" },
  { what: "subscribers by name", parameters: { subscribers: ["hamlet"] }, msg: "subscribers[0] is not an integer" },
  { what: "an unknown group", parameters: { can_send_message_group: 987_654_321 }, msg: "Invalid user group" },
  { what: "a folder", parameters: { folder_id: 1 }, msg: "Invalid channel folder ID" },
  { what: "an unknown topics policy", parameters: { topics_policy: "whatever" }, msg: "Invalid topics_policy" },
  { what: "a default channel, from a member", parameters: { is_default_stream: true }, msg: "Insufficient permission" },
  {
    what: "a private default channel",
    as: "iago",
    parameters: { is_default_stream: true, invite_only: true },
    msg: "A default channel cannot be private.",
  },
  {
    what: "a web-public channel",
    as: "desdemona",
    parameters: { is_web_public: true },
    msg: "Web-public channels are not enabled.",
  },
  {
    what: "private and web-public at once",
    parameters: { is_web_public: true, invite_only: true },
    msg: "Invalid parameters",
  },
  {
    what: "retention, from an administrator",
    as: "iago",
    parameters: { message_retention_days: 10 },
    msg: "Must be an organization owner",
    code: "UNAUTHORIZED_PRINCIPAL",
  },
  ...[0, -3, "soon"].map((days) => ({
    what: `retention of ${days} days`,
    as: "desdemona" as const,
    parameters: { message_retention_days: days },
    msg: `Bad value for 'message_retention_days': ${days}`,
    code: "REQUEST_VARIABLE_INVALID",
  })),
];

/** All rejected requests use the same organization, because they change nothing. */
const verona = await createTestOrganization();
await verona.hamlet.createChannel("Verona");

for (const { what, as = "hamlet", parameters, msg, code = "BAD_REQUEST", status = 400 } of refusals) {
  test(`creating a channel is rejected: ${what}`, async () => {
    const answer = await verona[as].post("/channels/create", { name: "new", subscribers: [], ...parameters });
    assert.deepEqual([answer.status, answer.code, answer.msg], [status, code, msg]);
  });
}

test("creating a channel requires the organization's permissions for its type, and for its topics and deletion settings if given", async () => {
  const realm = await createTestOrganization();
  const { everyone, administrators, owners } = await groups(realm);
  const grant = (setting: string, group: number) =>
    realm.desdemona.call("PATCH", "/realm", { [setting]: { new: group } });
  const attempts: readonly [string, Parameters][] = [
    ["can_create_public_channel_group", {}],
    ["can_create_private_channel_group", { invite_only: true }],
    ["can_set_topics_policy_group", { topics_policy: "disable_empty_topic" }],
    ["can_set_delete_message_policy_group", { can_delete_any_message_group: everyone }],
    ["can_set_delete_message_policy_group", { can_delete_own_message_group: owners }],
  ];
  for (const [index, [setting, parameter]] of attempts.entries()) {
    const parameters = { name: `c${index}`, subscribers: [], ...parameter };
    await grant(setting, owners);
    assert.equal((await realm.iago.post("/channels/create", parameters)).msg, "Insufficient permission");
    await grant(setting, administrators);
    assert.equal((await realm.iago.post("/channels/create", parameters)).result, "success");
  }
});

test("creating a web-public channel requires a permission, and that the organization allows such channels", async () => {
  const realm = await createTestOrganization();
  await realm.desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  const refused = await realm.iago.post("/channels/create", { name: "web", subscribers: [], is_web_public: true });
  assert.equal(refused.msg, "Insufficient permission");
  const id = await realm.desdemona.createChannel("web", [], { is_web_public: true });
  const { stream } = await realm.polonius.get(`/streams/${id}`);
  assert.deepEqual([stream.is_web_public, stream.history_public_to_subscribers], [true, true]);
});

test("a new public channel has shared history, and a new private channel only if the request says so", async () => {
  const { hamlet } = await createTestOrganization();
  const model = async (name: string, parameters: Parameters) => {
    const { stream } = await hamlet.get(`/streams/${await hamlet.createChannel(name, [hamlet], parameters)}`);
    return [stream.invite_only, stream.history_public_to_subscribers];
  };
  assert.deepEqual(await model("a", { history_public_to_subscribers: false }), [false, true]);
  assert.deepEqual(await model("b", { invite_only: true }), [true, false]);
  assert.deepEqual(await model("c", { invite_only: true, history_public_to_subscribers: true }), [true, true]);
});

test("a new channel has the requested properties", async () => {
  const realm = await createTestOrganization();
  const { desdemona, hamlet } = realm;
  const id = await desdemona.createChannel("  Elsinore ", [], {
    description: "Where *ghosts*\nwalk",
    message_retention_days: "unlimited",
    topics_policy: "empty_topic_only",
    can_send_message_group: (await groups(realm)).administrators,
    can_subscribe_group: { direct_members: [hamlet.id], direct_subgroups: [] },
  });
  const { stream } = await desdemona.get(`/streams/${id}`);
  assert.equal(stream.name, "Elsinore");
  assert.equal(stream.description, "Where *ghosts* walk");
  assert.equal(stream.rendered_description, "<p>Where <em>ghosts</em> walk</p>");
  assert.equal(stream.message_retention_days, -1);
  assert.equal(stream.topics_policy, "empty_topic_only");
  assert.deepEqual([stream.stream_post_policy, stream.is_announcement_only], [2, true]);
  assert.deepEqual(stream.can_subscribe_group, { direct_members: [hamlet.id], direct_subgroups: [] });
  assert.deepEqual(stream.can_administer_channel_group, { direct_members: [desdemona.id], direct_subgroups: [] });
  assert.equal(stream.creator_id, desdemona.id);
  assert.equal(stream.subscriber_count, 0);
  assert.equal(stream.is_recently_active, true);
});

test("all users except guests receive an event about a new public channel, and its subscribers an event about their subscription", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization();
  const [own, other, guest] = await watchEvents([hamlet, othello, polonius], () =>
    hamlet.createChannel("public", [hamlet], { description: "For all" }),
  );
  assert.deepEqual(kinds(own), ["stream/create", "subscription/add", "stream/update", "message/"]);
  assert.deepEqual(kinds(other), ["stream/create", "subscription/peer_add", "stream/update"]);
  assert.deepEqual(kinds(guest), []);
});

test("a guest who is subscribed to a new channel receives the event about the channel before the one about the subscription", async () => {
  const { hamlet, polonius } = await createTestOrganization();
  const [guest] = await watchEvents([polonius], () => hamlet.createChannel("for-guests", [hamlet, polonius]));
  assert.deepEqual(kinds(guest).slice(0, 2), ["stream/create", "subscription/add"]);
});

test("a new private channel is visible to its subscribers, to administrators and to users with a permission for it", async () => {
  const { hamlet, othello, cordelia, iago, shiva, polonius } = await createTestOrganization();
  const grant = { can_subscribe_group: { direct_members: [cordelia.id, polonius.id], direct_subgroups: [] } };
  const people = [hamlet, othello, cordelia, iago, shiva, polonius];
  const received = await watchEvents(people, () =>
    hamlet.createChannel("secret", [othello], { invite_only: true, ...grant }),
  );
  const [creator, subscriber, granted, administrator, outsider, guest] = received.map(kinds);
  assert.deepEqual(creator, ["stream/create", "subscription/peer_add", "stream/update"]);
  assert.deepEqual(subscriber?.slice(0, 2), ["stream/create", "subscription/add"]);
  assert.deepEqual(granted, ["stream/create", "subscription/peer_add", "stream/update"]);
  assert.deepEqual(administrator, ["stream/create", "subscription/peer_add", "stream/update"]);
  assert.deepEqual([outsider, guest], [[], []]);
});

test("members receive an event about a new default channel and one about the list of default channels, and guests receive neither", async () => {
  const { iago, othello, polonius } = await createTestOrganization();
  const [member, guest] = await watchEvents([othello, polonius], () =>
    iago.createChannel("welcome", [], { is_default_stream: true }),
  );
  assert.deepEqual(kinds(member), ["stream/create", "default_streams/", "stream/update"]);
  assert.deepEqual(kinds(guest), []);
});

test("the notification bot posts the first message in a new channel", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [, received] = await watchEvents([hamlet, othello], () =>
    hamlet.createChannel("news", [othello], { description: "What's up" }),
  );
  const messages = received?.filter(({ type }) => type === "message").map(({ message }) => message) ?? [];
  const inChannel = messages.find((message) => message?.type === "stream");
  assert.equal(inChannel?.subject, "channel events");
  assert.match(inChannel.content, /<strong>Public<\/strong> channel created by <span.*King Hamlet<\/span>/);
  assert.match(inChannel.content, /<blockquote>\s*<p>What's up<\/p>\s*<\/blockquote>/);
  const direct = messages.find((message) => message?.type === "private");
  assert.match(direct!.content, /King Hamlet<\/span> subscribed you to <a.*#news<\/a>\.<\/p>/);
});

test("the notification bot announces a new channel in the organization's channel for announcements only if the request says so", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const id = await hamlet.createChannel("announcements", [othello]);
  await iago.callOrThrow("PATCH", "/realm", { new_stream_announcements_stream_id: id });
  const subjects = async (announce: boolean) => {
    const [received] = await watchEvents([othello], () => hamlet.createChannel(`say-${announce}`, [], { announce }));
    return received?.flatMap(({ type, message }) => (type === "message" ? [message.subject] : []));
  };
  assert.deepEqual(await subjects(false), []);
  assert.deepEqual(await subjects(true), ["new channels"]);
});

test("subscribed users receive no notice about a new channel if the request disables it", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [received] = await watchEvents([othello], () =>
    hamlet.createChannel("quiet", [othello], { send_new_subscription_messages: false }),
  );
  assert.deepEqual(
    received?.flatMap(({ type, message }) => (type === "message" ? [message.type] : [])),
    ["stream"],
  );
});

const kinds = (events: readonly { type: string; op?: string | undefined }[] | undefined): string[] =>
  (events ?? []).map(({ type, op = "" }) => `${type}/${op}`);

test("if several users create the same channel at the same time, one request succeeds and the others get an error", async () => {
  const { hamlet, othello, cordelia, shiva } = await createTestOrganization();
  const people = [hamlet, othello, cordelia, shiva];
  const answers = await Promise.all(
    people.map((person) => person.post("/channels/create", { name: "race", subscribers: [person.id] })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409, 409, 409],
  );
});

async function groups({ server, realmId }: TestOrganization) {
  const all = await loadSystemGroups(server.db.reader, realmId);
  return { everyone: all["role:everyone"], administrators: all["role:administrators"], owners: all["role:owners"] };
}
