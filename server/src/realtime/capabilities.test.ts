import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ALL_CAPABILITIES,
  type Client,
  createTestOrganization,
  type TestUser,
  type ReceivedEvent,
  type TestOrganization,
} from "@parlance/testkit";
import { setOperatorRights } from "#modules/users/accounts/actions/set-operator-rights.ts";
import { setGuestVisibility } from "#modules/users/accounts/fixtures/realm-with-limited-guests.ts";

type Capability = keyof typeof ALL_CAPABILITIES;

/** Two clients of one user: `to` has all capabilities, `without` has all except the one being tested. */
interface Pair {
  readonly to: Client;
  readonly without: Client;
}

interface Case {
  readonly realm: TestOrganization;
  /** Registers both clients. */
  readonly pair: (person: TestUser) => Promise<Pair>;
}

const lacking = (capability: Capability) => ({ client_capabilities: { ...ALL_CAPABILITIES, [capability]: false } });

/** Performs an action, and returns the events that each client receives. */
async function receivedByPair(
  { to, without }: Pair,
  act: () => Promise<unknown>,
): Promise<[ReceivedEvent[], ReceivedEvent[]]> {
  await act();
  return [await to.poll(), await without.poll()];
}

const typesOf = (events: readonly ReceivedEvent[]) => events.map(({ type, op }) => (op ? `${type}/${op}` : type));

/** For each capability, how the snapshot and the events differ for a client without it. */
const effects: Readonly<Record<Capability, { promise: string; check: (known: Case) => Promise<void> }>> = {
  notification_settings_null: {
    promise: "a channel's notification settings contain the effective value instead of null",
    async check({ realm: { hamlet }, pair }) {
      const id = await hamlet.createChannel("elsinore", [hamlet]);
      const clients = await pair(hamlet);
      const ofChannel = ({ state }: Client) => state.subscriptions.find(({ stream_id }) => stream_id === id);
      assert.equal(ofChannel(clients.to)?.desktop_notifications, null);
      assert.equal(ofChannel(clients.without)?.desktop_notifications, false);
      const [nulls, others] = await receivedByPair(clients, () => hamlet.createChannel("crypt", [hamlet]));
      const shown = (events: readonly ReceivedEvent[]) =>
        events
          .flatMap(({ subscriptions = [] }) => subscriptions)
          .flatMap((one) => ("push_notifications" in one ? [one.push_notifications] : []));
      assert.deepEqual([shown(nulls), shown(others)], [[null], [false]]);
    },
  },
  bulk_message_deletion: {
    promise: "each deleted message has a separate event",
    async check({ realm: { desdemona, hamlet }, pair }) {
      const stream_id = await hamlet.createChannel("elsinore", [hamlet]);
      const ids = [
        await hamlet.sendToChannel("elsinore", { topic: "ships" }),
        await hamlet.sendToChannel("elsinore", { topic: "ships" }),
      ];
      const [together, apart] = await receivedByPair(await pair(hamlet), () =>
        desdemona.callOrThrow("POST", `/streams/${stream_id}/delete_topic`, { topic_name: "ships" }),
      );
      assert.deepEqual(
        together.map(({ message_ids }) => message_ids),
        [ids],
      );
      assert.deepEqual(new Set(apart.map(({ message_id }) => message_id)), new Set(ids));
    },
  },
  user_avatar_url_field_optional: {
    promise: "no difference, because every user always has an avatar URL",
    async check({ realm: { hamlet }, pair }) {
      const { to, without } = await pair(hamlet);
      assert.deepEqual(to.state.realm_users, without.state.realm_users);
      assert.ok(without.state.realm_users.every(({ avatar_url }) => avatar_url !== undefined));
    },
  },
  stream_typing_notifications: {
    promise: "no typing events for channels",
    async check({ realm: { hamlet, othello }, pair }) {
      const stream_id = await hamlet.createChannel("elsinore", [hamlet, othello]);
      const typing = { type: "stream", op: "start", stream_id, topic: "ships" } as const;
      const [withCapability, untold] = await receivedByPair(await pair(othello), () =>
        hamlet.callOrThrow("POST", "/typing", typing),
      );
      assert.deepEqual([typesOf(withCapability), typesOf(untold)], [["typing/start"], []]);
    },
  },
  user_settings_object: {
    promise:
      "the snapshot also contains the user's settings at the top level, and a change also emits the legacy events",
    async check({ realm: { hamlet }, pair }) {
      const clients = await pair(hamlet);
      assert.equal(clients.to.state["enter_sends"], undefined);
      assert.equal(clients.without.state["enter_sends"], clients.to.state.user_settings.enter_sends);
      const changes = { twenty_four_hour_time: true, enable_sounds: false };
      const [once, twice] = await receivedByPair(clients, () => hamlet.callOrThrow("PATCH", "/settings", changes));
      assert.deepEqual(typesOf(once), ["user_settings/update", "user_settings/update"]);
      assert.deepEqual(typesOf(twice).toSorted(), [
        "update_display_settings",
        "update_global_notifications",
        "user_settings/update",
        "user_settings/update",
      ]);
    },
  },
  linkifier_url_template: {
    promise: "no linkifiers, because the client would read their templates as legacy URL formats",
    async check({ realm: { iago, hamlet }, pair }) {
      const add = (pattern: string) =>
        iago.callOrThrow("POST", "/realm/filters", { pattern, url_template: "https://example.com/{n}" });
      await add("#(?P<n>\\d+)");
      const clients = await pair(hamlet);
      assert.equal(clients.to.state.realm_linkifiers.length, 1);
      assert.deepEqual(clients.without.state.realm_linkifiers, []);
      const [withCapability, untold] = await receivedByPair(clients, () => add("bug (?P<n>\\d+)"));
      assert.deepEqual([typesOf(withCapability), typesOf(untold)], [["realm_linkifiers"], []]);
    },
  },
  user_list_incomplete: {
    promise: "users whom a guest cannot see are listed as unknown users",
    async check({ realm, pair }) {
      await setGuestVisibility(realm, "members");
      const { polonius, desdemona, hamlet } = realm;
      const clients = await pair(polonius);
      const nameOf = ({ state }: Client) => state.realm_users.find(({ user_id }) => user_id === hamlet.id)?.full_name;
      assert.deepEqual([nameOf(clients.to), nameOf(clients.without)], [undefined, "Unknown user"]);
      await realm.server.db.write((tx) => setOperatorRights(tx, desdemona.id, { canCreateUsers: true }));
      const newcomer = { email: `yorick@${realm.host}`, password: "alas, poor Yorick 1602", full_name: "Yorick" };
      const [untold, withCapability] = await receivedByPair(clients, () =>
        desdemona.callOrThrow("POST", "/users", newcomer),
      );
      const added = (events: readonly ReceivedEvent[]) =>
        events.filter(({ type }) => type === "realm_user").map(({ person }) => person?.full_name);
      assert.deepEqual([added(untold), added(withCapability)], [[], ["Unknown user"]]);
    },
  },
  include_deactivated_groups: {
    promise: "a deactivated group is removed, and a reactivated group is added",
    async check({ realm: { hamlet }, pair }) {
      const make = { name: "players", description: "", members: [hamlet.id] };
      const { group_id: id } = await hamlet.callOrThrow("POST", "/user_groups/create", make);
      const clients = await pair(hamlet);
      const [updated, gone] = await receivedByPair(clients, () =>
        hamlet.callOrThrow("POST", `/user_groups/${id}/deactivate`),
      );
      assert.deepEqual([typesOf(updated), typesOf(gone)], [["user_group/update"], ["user_group/remove"]]);
      const { to, without } = await pair(hamlet);
      const hasIt = ({ state }: Client) => state.realm_user_groups.some((group) => group.id === id);
      assert.deepEqual([hasIt(to), hasIt(without)], [true, false]);
      const [, back] = await receivedByPair(clients, () =>
        hamlet.callOrThrow("PATCH", `/user_groups/${id}`, { deactivated: false }),
      );
      assert.ok(typesOf(back).includes("user_group/add"));
    },
  },
  archived_channels: {
    promise: "an archived channel is deleted",
    async check({ realm: { desdemona, hamlet }, pair }) {
      const id = await hamlet.createChannel("elsinore", [hamlet]);
      const clients = await pair(hamlet);
      const [updated, gone] = await receivedByPair(clients, () => desdemona.callOrThrow("DELETE", `/streams/${id}`));
      assert.ok(typesOf(updated).includes("stream/update") && !typesOf(updated).includes("stream/delete"));
      assert.ok(typesOf(gone).includes("stream/delete"));
      const { to, without } = await pair(hamlet);
      const hasIt = ({ state }: Client) => state.subscriptions.some(({ stream_id }) => stream_id === id);
      assert.deepEqual([hasIt(to), hasIt(without)], [true, false]);
    },
  },
  empty_topic_name: {
    promise: "the empty topic has its display name",
    async check({ realm: { hamlet, othello }, pair }) {
      const id = await hamlet.createChannel("elsinore", [hamlet, othello]);
      await hamlet.sendToChannel("elsinore", { topic: "" });
      const clients = await pair(othello);
      const unread = ({ state }: Client) =>
        state.unread_msgs.streams
          .filter(({ stream_id, topic }) => stream_id === id && topic !== "channel events")
          .map(({ topic }) => topic);
      const name = clients.to.state.realm_empty_topic_display_name;
      assert.deepEqual([unread(clients.to), unread(clients.without)], [[""], [name]]);
      const [empty, named] = await receivedByPair(clients, () => hamlet.sendToChannel("elsinore", { topic: "" }));
      const subject = (events: readonly ReceivedEvent[]) => events.map(({ message }) => message?.subject);
      assert.deepEqual([subject(empty), subject(named)], [[""], [name]]);
    },
  },
  simplified_presence_events: {
    promise: "presence events have the legacy format",
    async check({ realm: { hamlet, othello }, pair }) {
      const ping = { status: "active", new_user_input: true };
      const { to, without } = await pair(othello);
      // Presence is published in batches, together with that of other users.
      const waiting = Promise.all([to, without].map((client) => client.poll({ block: true })));
      await hamlet.callOrThrow("POST", "/users/me/presence", ping);
      const [simple, former] = await waiting;
      assert.deepEqual(
        [simple, former].map((events) => Object.keys(events?.[0] ?? {}).toSorted()),
        [
          ["id", "presences", "type"],
          ["email", "id", "presence", "server_timestamp", "type", "user_id"],
        ],
      );
    },
  },
};

for (const [name, { promise, check }] of Object.entries(effects)) {
  const capability = name as Capability;
  test(`without ${capability}: ${promise}`, async () => {
    const realm = await createTestOrganization();
    const pair = async (person: TestUser) => ({
      to: await person.registerQueue(),
      without: await person.registerQueue(lacking(capability)),
    });
    await check({ realm, pair });
  });
}

test("the server reads every capability of the table above, and unknown capabilities cause no error", async () => {
  const { hamlet } = await createTestOrganization();
  const client_capabilities = { ...ALL_CAPABILITIES, flies: true };
  assert.equal((await hamlet.post("/register", { client_capabilities })).status, 200);
  for (const name of Object.keys(effects)) {
    const { status } = await hamlet.post("/register", { client_capabilities: { [name]: "x" } });
    assert.equal(status, 400, `${name} is one that the server reads`);
  }
});
