import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  testServer,
  type Parameters,
  type TestUser,
  type TestOrganization,
} from "@parlance/testkit";

await testServer();

type Name = "desdemona" | "iago" | "hamlet" | "othello" | "cordelia" | "shiva" | "polonius";

/**
 * Creates channels of several types. Othello is subscribed to most of them, and Cordelia or Shiva have permissions for
 * some. Only Polonius is subscribed to `guests` and has permissions for it. `web` has no subscribers.
 */
async function kingdom() {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, shiva, polonius } = realm;
  const only = ({ id }: TestUser) => ({ direct_members: [id], direct_subgroups: [] });
  await realm.desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  const create = (name: string, more: Parameters = {}) => hamlet.createChannel(name, [othello], more);
  const ids = {
    public: await create("public"),
    private: await create("private", { invite_only: true }),
    joinable: await create("joinable", { invite_only: true, can_subscribe_group: only(cordelia) }),
    growable: await create("growable", { invite_only: true, can_add_subscribers_group: only(cordelia) }),
    governed: await create("governed", { invite_only: true, can_administer_channel_group: only(shiva) }),
    guests: await hamlet.createChannel("guests", [polonius], {
      can_subscribe_group: only(polonius),
      can_administer_channel_group: only(polonius),
    }),
  };
  const web = await realm.desdemona.createChannel("web", [], { is_web_public: true });
  return { ...realm, ids: { ...ids, web } };
}

const realm = await kingdom();
const { ids } = realm;
const all = Object.keys(ids).sort() as (keyof typeof ids)[];

const metadata: Record<Name, (keyof typeof ids)[]> = {
  desdemona: all,
  iago: all,
  hamlet: all.filter((name) => name !== "governed"),
  othello: all,
  cordelia: ["growable", "guests", "joinable", "public", "web"],
  shiva: ["governed", "guests", "public", "web"],
  polonius: ["guests", "web"],
};

const content: Record<Name, (keyof typeof ids)[]> = {
  desdemona: ["guests", "public", "web"],
  iago: ["guests", "public", "web"],
  hamlet: ["guests", "public", "web"],
  othello: all,
  cordelia: ["growable", "guests", "joinable", "public", "web"],
  shiva: ["guests", "public", "web"],
  polonius: ["guests", "web"],
};

for (const name of Object.keys(metadata) as Name[]) {
  test(`${name} sees exactly the expected channels`, async () => {
    const person = realm[name];
    const listed = await person.get("/streams", { include_all: true });
    assert.deepEqual(namesIn(listed.streams), metadata[name]);
    const { state } = await person.registerQueue();
    assert.deepEqual(namesIn(state["streams"]), metadata[name]);
    const { subscriptions, unsubscribed, never_subscribed: never } = state;
    assert.deepEqual(namesIn([...subscriptions, ...unsubscribed, ...never]), metadata[name]);
    for (const channel of all) {
      const isSeen = metadata[name].includes(channel);
      const { msg } = await person.get(`/streams/${ids[channel]}`);
      assert.equal(msg, isSeen ? "" : "Invalid channel ID");
      const found = await person.get("/get_stream_id", { stream: channel.toUpperCase() });
      assert.deepEqual(
        isSeen ? found.stream_id : found.msg,
        isSeen ? ids[channel] : `Invalid channel name '${channel.toUpperCase()}'`,
      );
    }
  });

  test(`${name} can read exactly the expected channels`, async () => {
    const person = realm[name];
    const { streams } = await person.get("/streams", {
      include_public: false,
      include_subscribed: false,
      include_can_access_content: true,
    });
    assert.deepEqual(namesIn(streams), content[name]);
    for (const channel of all) {
      const { msg } = await person.get(`/users/me/${ids[channel]}/topics`);
      assert.equal(msg, content[name].includes(channel) ? "" : "Invalid channel ID");
    }
  });
}

test("a request about a channel that the user cannot see fails with the same error as for a nonexistent one", async () => {
  const { hamlet } = realm;
  assert.equal((await hamlet.get("/streams/987654321")).msg, "Invalid channel ID");
  assert.equal((await hamlet.get("/users/me/987654321/topics")).msg, "Invalid channel ID");
  assert.equal((await hamlet.get("/get_stream_id", { stream: "void" })).msg, "Invalid channel name 'void'");
  const other = await createTestOrganization();
  assert.equal((await other.desdemona.get(`/streams/${ids.public}`)).msg, "Invalid channel ID");
});

test("the list of channels contains the types of channels that the request asks for", async () => {
  const { othello, iago, hamlet, bot, cordelia } = realm;
  const list = async (person: TestUser, parameters: Parameters) => {
    const { streams, msg } = await person.get("/streams", parameters);
    return streams ? namesIn(streams) : msg;
  };
  assert.deepEqual(await list(othello, {}), all);
  assert.deepEqual(await list(cordelia, {}), ["guests", "public", "web"]);
  assert.deepEqual(await list(cordelia, { include_public: false }), []);
  assert.deepEqual(await list(cordelia, { include_public: false, include_web_public: true }), ["web"]);
  assert.deepEqual(await list(iago, { include_all_active: true }), all);
  assert.deepEqual(await list(hamlet, { include_all_active: true }), "User not authorized for this query");
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "owned" }],
    invite_only: true,
  });
  assert.deepEqual(await list(bot, { include_public: false, include_owner_subscribed: true }), ["owned"]);
  const { streams } = await hamlet.get("/streams", { include_default: true });
  assert.equal(streams[0]?.is_default, false);
});

test("archived channels are listed only if the request asks for them or the client supports them, and cannot be joined", async () => {
  const other: TestOrganization = await createTestOrganization();
  const { hamlet } = other;
  const id = await hamlet.createChannel("over");
  await hamlet.callOrThrow("DELETE", `/streams/${id}`);
  assert.deepEqual(namesIn((await hamlet.get("/streams")).streams), []);
  assert.deepEqual(namesIn((await hamlet.get("/streams", { exclude_archived: false })).streams), ["over"]);
  assert.deepEqual(namesIn((await hamlet.registerQueue()).state["subscriptions"]), ["over"]);
  const older = await hamlet.registerQueue({ client_capabilities: {} });
  assert.deepEqual([namesIn(older.state["subscriptions"]), namesIn(older.state["streams"])], [[], []]);
  const joining = await other.othello.post("/users/me/subscriptions", { subscriptions: [{ name: "over" }] });
  assert.equal(joining.msg, "Unable to access channel (over).");
});

function namesIn(channels: readonly { name: string }[]): string[] {
  return channels.map(({ name }) => name).sort();
}
