import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { fetchPath, createTestUser, createTestOrganization, startServer, watchEvents } from "@parlance/testkit";

const server = await startServer({ gravatar: false });

test("if Gravatar is turned off, the server generates a different pattern for each user", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const { state } = await hamlet.registerQueue({ client_gravatar: true });
  const seen = new Set<string>();
  for (const user of [...state["realm_users"], ...state["cross_realm_bots"]]) {
    assert.equal(user.avatar_url, `/identicons/${user.user_id}.png?version=1`);
    const { status, headers, bytes } = await fetchPath(hamlet.site, user.avatar_url);
    assert.deepEqual([status, headers["content-type"]], [200, "image/png"]);
    assert.equal((await sharp(bytes).metadata()).width, 100);
    seen.add(bytes.toString("base64"));
  }
  assert.equal(seen.size, state["realm_users"].length + state["cross_realm_bots"].length, "each another one");
  const medium = await fetchPath(hamlet.site, state["avatar_url_medium"]);
  assert.equal((await sharp(medium.bytes).metadata()).width, 500);

  const again = await fetchPath(hamlet.site, state["avatar_url"], { "if-none-match": medium.headers.etag ?? "" });
  assert.equal(again.status, 200, "each size is itself");
  const id = await hamlet.sendDirectMessage(othello);
  const { message } = await othello.callOrThrow("GET", `/messages/${id}`);
  assert.equal(message.avatar_url, `/identicons/${hamlet.id}.png?version=1`);
  assert.ok(!JSON.stringify(state).includes("gravatar.com"));
});

test("if Gravatar is turned off, no event contains a URL of Gravatar", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, iago, othello } = realm;
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  for (const client_gravatar of [true, false]) {
    const name = `yorick${client_gravatar}`;
    const [events] = await watchEvents(
      [othello],
      async () => {
        await createTestUser(realm, { name, fullName: "Yorick", role: 400 });
        await hamlet.upload("/users/me/avatar", [picture]);
        await hamlet.callOrThrow("DELETE", "/users/me/avatar");
        await hamlet.callOrThrow("PATCH", "/settings", { email_address_visibility: 3 });
        await hamlet.callOrThrow("PATCH", "/settings", { email_address_visibility: 1 });
        await iago.callOrThrow("PATCH", `/users/${hamlet.id}`, { full_name: `Hamlet ${name}` });
      },
      { client_gravatar },
    );
    assert.ok(events && events.length >= 5);
    assert.ok(!JSON.stringify(events).includes("gravatar.com"));
  }
});

test("if Gravatar is turned off, looking up an unknown address leads to the avatar for unknown users", async () => {
  const { hamlet } = await createTestOrganization(server);
  const { headers } = await hamlet.fetch("/avatar/nobody@example.com");
  assert.equal(headers.location, "/static/unknown-user-avatar.png");
  assert.equal((await fetchPath(hamlet.site, "/identicons/..%2fx.png")).status, 404);
});

test("each server in a process has its own Gravatar setting", async () => {
  const other = await startServer({ gravatar: true });
  const pictures = async (one: typeof server) =>
    (await (await createTestOrganization(one)).hamlet.get("/users/me"))["avatar_url"];
  assert.match(await pictures(server), /^\/identicons\//);
  assert.match(await pictures(other), /^https:\/\/secure\.gravatar\.com\//);
});
