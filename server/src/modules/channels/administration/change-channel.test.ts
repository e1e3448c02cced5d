import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type ReceivedEvent, type TestOrganization } from "@parlance/testkit";

const kinds = (events: readonly ReceivedEvent[] | undefined) =>
  (events ?? []).map(({ type, op, property }) => [type, op, property].filter(Boolean).join(" "));

async function groupId({ iago }: TestOrganization, wanted: string): Promise<number> {
  const { state } = await iago.registerQueue({ event_types: ["realm_user_groups"] });
  return (state["realm_user_groups"] as { id: number; name: string }[]).find(({ name }) => name === wanted)?.id ?? 0;
}

async function lastNotice({ iago }: TestOrganization, channel: number): Promise<string> {
  const { messages } = await iago.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: "channel", operand: channel }],
  });
  return messages[0]!.content;
}

test("the name and description of a channel can be changed, and all users who can see it receive an event", async () => {
  const realm = await createTestOrganization();
  const { hamlet, cordelia, polonius, iago } = realm;
  const id = await hamlet.createChannel("stage", [hamlet, polonius, iago]);
  await iago.createChannel("wings", [iago], { invite_only: true });
  const [toCordelia] = await watchEvents([cordelia, hamlet, polonius, iago], () =>
    hamlet.callOrThrow("PATCH", `/streams/${id}`, {
      new_name: "Boards",
      description: "Not\nthe #**wings**, **nor** the pit",
    }),
  );
  const [name, description] = toCordelia ?? [];
  assert.deepEqual([name?.["property"], name?.["name"], name?.["value"]], ["name", "stage", "Boards"]);
  assert.deepEqual(
    [description?.["property"], description?.["value"]],
    ["description", "Not the #**wings**, **nor** the pit"],
  );
  assert.match(String(description?.rendered_description), /<strong>nor<\/strong>/);
  assert.doesNotMatch(
    String(description?.rendered_description),
    /href/,
    "a channel that the writer does not see is no link",
  );
  assert.match(await lastNotice(realm, id), /changed the description/);
  await hamlet.callOrThrow("PATCH", `/streams/${id}`, { new_name: "BOARDS" });
  assert.match(await lastNotice(realm, id), /renamed this channel from \*\*Boards\*\* to \*\*BOARDS\*\*/);
});

test("a name that is taken, unchanged or invalid is rejected, and the request then changes nothing", async () => {
  const { hamlet, iago } = await createTestOrganization();
  const id = await hamlet.createChannel("stage");
  await iago.createChannel("Wings", [iago], { invite_only: true });
  const refusals = [
    ["stage", 400, "BAD_REQUEST", "Channel already has that name."],
    ["wINGS", 409, "CHANNEL_ALREADY_EXISTS", "Channel 'wINGS' already exists"],
    [" ", 400, "BAD_REQUEST", "Channel name can't be empty."],
    ["x".repeat(61), 400, "BAD_REQUEST", "Channel name too long (limit: 60 characters)."],
    ["a\0b", 400, "BAD_REQUEST", "Invalid character in channel name, at position 2."],
  ] as const;
  for (const [new_name, status, code, text] of refusals) {
    const [events] = await watchEvents([hamlet], async () => {
      const answer = await hamlet.patch(`/streams/${id}`, { new_name, description: "Changed" });
      assert.deepEqual([answer.status, answer.code, answer.msg], [status, code, text]);
    });
    assert.deepEqual(events, []);
  }
});

test("only users who administer a channel can change it, and other users get an error that depends on whether they can read it", async () => {
  const { desdemona, iago, shiva, hamlet, cordelia, othello, polonius, bot } = await createTestOrganization();
  const id = await hamlet.createChannel("stage", [hamlet, polonius]);
  const hidden = await hamlet.createChannel("wings", [hamlet], { invite_only: true });
  const answers = async (channel: number) => {
    const texts: Record<string, string> = {};
    const people = { desdemona, iago, hamlet, shiva, cordelia, polonius, bot };
    for (const [name, person] of Object.entries(people)) {
      texts[name] = (await person.patch(`/streams/${channel}`, { description: name })).msg;
    }
    return texts;
  };
  const no = "You do not have permission to administer this channel.";
  const nothing = "Invalid channel ID";
  const mighty = { desdemona: "", iago: "", hamlet: "" };
  assert.deepEqual(await answers(id), { ...mighty, shiva: no, cordelia: no, polonius: no, bot: no });
  const unseen = { shiva: nothing, cordelia: nothing, polonius: nothing, bot: nothing };
  assert.deepEqual(await answers(hidden), { ...mighty, ...unseen });
  assert.equal((await iago.patch("/streams/999999", { description: "x" })).msg, nothing);

  const others = { new: { direct_members: [cordelia.id, polonius.id], direct_subgroups: [] } };
  await watchEvents([hamlet, cordelia, othello], () =>
    hamlet.callOrThrow("PATCH", `/streams/${id}`, { can_administer_channel_group: others }),
  );
  const { hamlet: creatorOutcome, cordelia: heir, polonius: guest } = await answers(id);
  assert.deepEqual([creatorOutcome, heir, guest], [no, "", no], "guests never administer");
});

test("when a channel becomes private, gets shared history and becomes public again, users lose and regain access to it", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, cordelia, othello, polonius, bot } = realm;
  const id = await hamlet.createChannel("stage", [hamlet, cordelia, polonius]);
  const users = [iago, hamlet, cordelia, othello, polonius, bot];
  const change = (parameters: object) => () => hamlet.callOrThrow("PATCH", `/streams/${id}`, { ...parameters });

  const toPrivate = await watchEvents(users, change({ is_private: true }));
  assert.deepEqual(kinds(toPrivate[3]), ["stream delete"]);
  assert.deepEqual(kinds(toPrivate[0]), ["stream update invite_only"]);
  assert.deepEqual(kinds(toPrivate[4])[0], "stream update invite_only");
  const [update] = toPrivate[1] ?? [];
  assert.deepEqual(
    [update?.["value"], update?.["history_public_to_subscribers"], update?.["is_web_public"]],
    [true, false, false],
  );
  assert.match(await lastNotice(realm, id).catch(() => ""), /^$|can see this channel/);
  const seen = await watchEvents(users, change({ history_public_to_subscribers: true }));
  assert.deepEqual(kinds(seen[3]), []);
  const toPublic = await watchEvents(users, change({ is_private: false }));
  assert.deepEqual(kinds(toPublic[3]).slice(0, 2), ["stream create", "subscription peer_add"]);
});

test("when a private channel becomes public, former subscribers can see it again with their settings", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const id = await hamlet.createChannel("closet", [hamlet, othello], { invite_only: true });
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["closet"] });
  await watchEvents([othello], () =>
    hamlet.callOrThrow("PATCH", `/streams/${id}`, { is_private: false, history_public_to_subscribers: true }),
  );
  const { state } = await othello.registerQueue();
  assert.deepEqual(
    state.unsubscribed.map(({ name }) => name),
    ["closet"],
  );
});

test("changes that contradict each other, or that the channel, the organization or the user's permissions do not allow, are rejected", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, hamlet } = realm;
  const id = await hamlet.createChannel("stage");
  const hidden = await hamlet.createChannel("wings", [hamlet], { invite_only: true });
  const refused = async (person: typeof iago, channel: number, parameters: object) => {
    const [events] = await watchEvents([hamlet], async () => {
      const answer = await person.patch(`/streams/${channel}`, { ...parameters, description: "Changed" });
      assert.equal(answer.status, 400, JSON.stringify(parameters));
      refused.text = answer.msg;
    });
    assert.deepEqual(events, []);
    return refused.text;
  };
  refused.text = "";
  assert.equal(await refused(hamlet, id, { is_private: true, is_web_public: true }), "Invalid parameters");
  assert.equal(await refused(hamlet, id, { history_public_to_subscribers: false }), "Invalid parameters");
  assert.equal(await refused(hamlet, id, { is_web_public: true }), "Web-public channels are not enabled.");
  assert.equal(await refused(iago, hidden, { is_private: false }), "Channel content access is required.");
  const everyone = { new: await groupId(realm, "role:members") };
  assert.equal(await refused(iago, hidden, { can_subscribe_group: everyone }), "Channel content access is required.");
  assert.equal(
    await refused(hamlet, id, { is_default_stream: true }),
    "You do not have permission to change default channels.",
  );
  assert.equal(await refused(hamlet, id, { message_retention_days: 5 }), "Must be an organization owner");
  assert.equal(
    await refused(desdemona, id, { message_retention_days: 0 }),
    "Bad value for 'message_retention_days': 0",
  );
  assert.equal(await refused(hamlet, id, { can_delete_own_message_group: everyone }), "Insufficient permission");
  assert.equal(await refused(hamlet, id, { folder_id: 7 }), "Invalid channel folder ID");
  assert.match(await refused(hamlet, id, { topics_policy: "empty_topic_only" }), /^To enable this configuration/);

  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  assert.equal(await refused(hamlet, id, { is_web_public: true }), "Insufficient permission");
  await desdemona.callOrThrow("PATCH", "/realm", {
    can_create_private_channel_group: { new: await groupId(realm, "role:administrators") },
    can_set_topics_policy_group: { new: await groupId(realm, "role:administrators") },
  });
  assert.equal(await refused(hamlet, id, { is_private: true }), "Insufficient permission");
  assert.equal(await refused(hamlet, id, { topics_policy: "disable_empty_topic" }), "Insufficient permission");

  await iago.callOrThrow("PATCH", `/streams/${id}`, { is_default_stream: true });
  assert.equal(await refused(iago, id, { is_private: true }), "A default channel cannot be private.");
  const requests = await iago.createChannel("requests", [iago], { invite_only: true });
  await iago.callOrThrow("PATCH", "/realm", { moderation_request_channel_id: requests });
  assert.equal(await refused(iago, requests, { is_private: false }), "Moderation request channel must be private.");
});

test("a web-public channel is visible to all users including guests, until it is made private", async () => {
  const { desdemona, hamlet, polonius } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  const id = await hamlet.createChannel("stage");
  const [toGuest] = await watchEvents([polonius, hamlet], () =>
    desdemona.callOrThrow("PATCH", `/streams/${id}`, { is_web_public: true }),
  );
  assert.deepEqual(kinds(toGuest).slice(0, 2), ["stream create", "subscription peer_add"]);
  const [gone] = await watchEvents([polonius, hamlet], () =>
    desdemona.callOrThrow("PATCH", `/streams/${id}`, { is_private: true }),
  );
  assert.deepEqual(kinds(gone), ["stream delete"]);
});

test("users can see a private channel as long as they have a permission for it", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, cordelia, othello, polonius } = realm;
  const id = await hamlet.createChannel("wings", [hamlet], { invite_only: true });
  const people = [iago, hamlet, cordelia, othello, polonius];
  const few = { direct_members: [cordelia.id, polonius.id], direct_subgroups: [] };
  const opened = await watchEvents(people, () =>
    hamlet.callOrThrow("PATCH", `/streams/${id}`, { can_subscribe_group: { new: few } }),
  );
  assert.deepEqual(kinds(opened[2]).slice(0, 2), ["stream create", "subscription peer_add"]);
  assert.deepEqual([kinds(opened[3]), kinds(opened[4])], [[], []]);
  const late = await hamlet.patch(`/streams/${id}`, {
    can_subscribe_group: { new: await groupId(realm, "role:nobody"), old: await groupId(realm, "role:nobody") },
  });
  assert.equal(late.code, "EXPECTATION_MISMATCH");
  const closed = await watchEvents(people, () =>
    hamlet.callOrThrow("PATCH", `/streams/${id}`, {
      can_subscribe_group: { new: { direct_members: [], direct_subgroups: [] }, old: few },
    }),
  );
  assert.deepEqual(kinds(closed[2]), ["stream delete"]);
});

test("the event about changed posting permissions also contains the legacy properties", async () => {
  const realm = await createTestOrganization();
  const { hamlet, cordelia } = realm;
  const id = await hamlet.createChannel("stage", [hamlet, cordelia, realm.iago]);
  const [events] = await watchEvents([cordelia], async () =>
    hamlet.callOrThrow("PATCH", `/streams/${id}`, {
      can_send_message_group: { new: await groupId(realm, "role:administrators") },
      topics_policy: "disable_empty_topic",
    }),
  );
  const changes = events?.filter(({ type }) => type === "stream").map(({ property, value }) => [property, value]);
  assert.deepEqual(changes, [
    ["topics_policy", "disable_empty_topic"],
    ["can_send_message_group", await groupId(realm, "role:administrators")],
    ["stream_post_policy", 2],
    ["is_announcement_only", true],
  ]);
  assert.equal((await cordelia.post("/messages", { type: "channel", to: id, topic: "t", content: "x" })).status, 400);
});

test("owners can set the retention period, administrators can set default channels, and guests receive no events about either", async () => {
  const { desdemona, iago, hamlet, polonius } = await createTestOrganization();
  const id = await hamlet.createChannel("stage", [hamlet]);
  const [toHamlet, toGuest] = await watchEvents([hamlet, polonius], async () => {
    await desdemona.callOrThrow("PATCH", `/streams/${id}`, { message_retention_days: 30 });
    await desdemona.callOrThrow("PATCH", `/streams/${id}`, { message_retention_days: "unlimited" });
    await desdemona.callOrThrow("PATCH", `/streams/${id}`, {
      message_retention_days: "realm_default",
      folder_id: null,
    });
    await iago.callOrThrow("PATCH", `/streams/${id}`, { is_default_stream: true });
  });
  const values = toHamlet?.filter(({ property }) => property === "message_retention_days").map(({ value }) => value);
  assert.deepEqual(values, [30, -1, null]);
  assert.deepEqual(toHamlet?.find(({ type }) => type === "default_streams")?.["default_streams"], [id]);
  assert.deepEqual(toGuest, []);
});

test("if several channels become default channels at the same time, the last event to each user lists all of them", async () => {
  const { desdemona, hamlet, polonius } = await createTestOrganization();
  const names = ["a", "b", "c", "d", "e", "f"];
  const channels = await Promise.all(names.map((name) => desdemona.createChannel(`default ${name}`, [])));
  const received = await watchEvents([hamlet, polonius], () =>
    Promise.all([
      ...channels.map((id) => desdemona.callOrThrow("PATCH", `/streams/${id}`, { is_default_stream: true })),
      desdemona.callOrThrow("PATCH", `/users/${polonius.id}`, { role: 400 }),
    ]),
  );
  const lists = received.map(
    (events) => events.filter(({ type }) => type === "default_streams").at(-1)?.["default_streams"],
  );
  assert.deepEqual(lists, [channels.toSorted((a, b) => a - b), channels.toSorted((a, b) => a - b)]);
});
