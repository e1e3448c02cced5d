import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { test } from "node:test";
import sharp from "sharp";
import { fetchPath, createTestOrganization, type TestUser, signInWithSession } from "@parlance/testkit";

const UNKNOWN = "/static/unknown-user-avatar.png";
const gravatar = (email: string, medium = false) =>
  `https://secure.gravatar.com/avatar/${hash("md5", email)}?d=identicon${medium ? "&s=500" : ""}&version=1`;

async function leadsTo(person: TestUser, path: string): Promise<string> {
  const { status, headers } = await person.fetch(path);
  assert.equal(status, 302, path);
  assert.match(headers["cache-control"] ?? "", /no-store/);
  return headers.location ?? "";
}

test("a user's avatar can be requested by id and by address, in both sizes", async () => {
  const { hamlet, othello, polonius, bot, host } = await createTestOrganization();
  for (const reader of [othello, polonius, bot]) {
    for (const name of [hamlet.id, hamlet.email, hamlet.email.toUpperCase(), `user${hamlet.id}@${host}`]) {
      assert.equal(await leadsTo(reader, `/avatar/${name}`), gravatar(hamlet.email));
      assert.equal(await leadsTo(reader, `/avatar/${name}/medium`), gravatar(hamlet.email, true));
    }
  }
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const { avatar_url } = await hamlet.upload("/users/me/avatar", [picture]);
  assert.equal(await leadsTo(othello, `/avatar/${hamlet.id}`), avatar_url);
  assert.equal(await leadsTo(othello, `/avatar/${hamlet.email}/medium`), avatar_url.replace(".png", "-medium.png"));
});

test("system bots have avatars too", async () => {
  const { hamlet } = await createTestOrganization();
  const [bot] = (await hamlet.registerQueue()).state["cross_realm_bots"];
  assert.equal(await leadsTo(hamlet, `/avatar/${bot?.user_id}`), bot?.avatar_url);
});

test("the avatar URL reveals neither whether an address has an account, nor users whom the caller cannot see", async () => {
  const { hamlet, othello, polonius, desdemona } = await createTestOrganization();
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  await hamlet.upload("/users/me/avatar", [picture]);
  await hamlet.callOrThrow("PATCH", "/settings", { email_address_visibility: 4 });
  assert.equal(await leadsTo(othello, `/avatar/${hamlet.email}`), gravatar(hamlet.email));
  assert.equal(await leadsTo(othello, "/avatar/nobody@example.com"), gravatar("nobody@example.com"));
  assert.equal(await leadsTo(othello, "/avatar/999999999"), UNKNOWN);

  const { state } = await desdemona.registerQueue();
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  assert.equal(await leadsTo(polonius, `/avatar/${hamlet.id}`), UNKNOWN);
  assert.equal(await leadsTo(polonius, `/avatar/${polonius.id}`), gravatar(polonius.email));
  const other = await createTestOrganization();
  assert.equal(await leadsTo(other.hamlet, `/avatar/${othello.id}`), UNKNOWN);
});

test("a path that is neither an id nor an address is not found", async () => {
  const { hamlet } = await createTestOrganization();
  for (const name of ["hamlet", "0", "1e3", "-7", "12345678901"]) {
    assert.equal((await hamlet.fetch(`/avatar/${name}`)).status, 404, name);
  }
});

test("an avatar by address can be requested with the API key in the URL or with a browser session", async () => {
  const { hamlet, othello, server } = await createTestOrganization();
  const path = `/avatar/${othello.email}`;
  const byKey = await fetchPath(hamlet.site, `${path}?api_key=${hamlet.apiKey}`);
  assert.deepEqual([byKey.status, byKey.headers.location], [302, gravatar(othello.email)]);
  const wrong = await fetchPath(hamlet.site, `${path}?api_key=${"x".repeat(32)}`);
  assert.equal(wrong.status, 401);
  const byCookie = await (await signInWithSession(server, hamlet)).fetch(path);
  assert.deepEqual([byCookie.status, byCookie.headers.location], [302, gravatar(othello.email)]);
  assert.equal((await fetchPath(hamlet.site, path, { cookie: `parlance_session=${"x".repeat(43)}` })).status, 401);
});

test("callers without an account get avatars only by id, and only if the organization allows spectators", async () => {
  const { hamlet, desdemona } = await createTestOrganization();
  const anonymous = async (path: string) => {
    const { status, headers } = await fetchPath(hamlet.site, path);
    return headers.location ?? status;
  };
  assert.equal(await anonymous(`/avatar/${hamlet.id}`), 401);
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  assert.equal(await anonymous(`/avatar/${hamlet.id}`), gravatar(hamlet.email));
  assert.equal(await anonymous("/avatar/999999999"), UNKNOWN);
  assert.equal(await anonymous(`/avatar/${hamlet.email}`), 401);
});

test("for unknown users, a default avatar is served", async () => {
  const { hamlet } = await createTestOrganization();
  const { status, headers, bytes } = await fetchPath(hamlet.site, UNKNOWN);
  assert.deepEqual([status, headers["content-type"]], [200, "image/png"]);
  assert.equal((await sharp(bytes).metadata()).width, 500);
});
