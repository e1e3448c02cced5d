import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { fetchPath, createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";

const PATH = "/users/me/avatar";
const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: "red" } })
  .jpeg()
  .toBuffer();
const ADDRESS = (realmId: number) => new RegExp(`^/user_avatars/${realmId}/[0-9a-f]{40}\\.png$`);

const own = async (person: TestUser) => (await person.callOrThrow("GET", "/users/me"))["avatar_url"];

for (const client_gravatar of [false, true]) {
  const clients = client_gravatar ? "clients that compute Gravatar URLs themselves" : "other clients";
  test(`all users receive a new avatar and its removal: ${clients}`, async () => {
    const { hamlet, othello, polonius, bot, realmId } = await createTestOrganization();
    const addresses: string[] = [];
    const events = await watchEvents(
      [hamlet, othello, polonius, bot],
      async () => {
        for (let again = 0; again < 2; again += 1) {
          const { status, avatar_url } = await hamlet.upload(PATH, [picture]);
          assert.equal(status, 200);
          addresses.push(avatar_url);
        }
        addresses.push((await hamlet.callOrThrow("DELETE", PATH))["avatar_url"]);
      },
      { client_gravatar },
    );
    assert.match(addresses[0] ?? "", ADDRESS(realmId));
    assert.match(addresses[1] ?? "", ADDRESS(realmId));
    assert.notEqual(addresses[0], addresses[1]);
    assert.match(addresses[2] ?? "", /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=4$/);
    const persons = addresses.map((avatar_url, index) => ({
      user_id: hamlet.id,
      avatar_url,
      avatar_url_medium: index < 2 ? avatar_url.replace(".png", "-medium.png") : avatar_url.replace("&v", "&s=500&v"),
      avatar_source: index < 2 ? "U" : "G",
      avatar_version: index + 2,
    }));
    for (const received of events) {
      assert.deepEqual(
        received.map(({ type, op, person }) => [type, op, person]),
        persons.map((person) => ["realm_user", "update", person]),
      );
    }
    assert.equal(await own(hamlet), addresses[2]);
  });
}

test("the URL of an uploaded avatar is always sent, even to clients that compute avatar URLs", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const { avatar_url } = await hamlet.upload(PATH, [picture]);
  for (const client_gravatar of [true, false]) {
    const { user } = await othello.callOrThrow("GET", `/users/${hamlet.id}`, { client_gravatar });
    assert.equal(user.avatar_url, avatar_url);
    assert.equal(user.avatar_version, 2);
  }
  const id = await hamlet.sendDirectMessage(othello);
  assert.equal((await othello.callOrThrow("GET", `/messages/${id}`))["message"].avatar_url, avatar_url);
});

test("both sizes are served without authentication and may be cached permanently", async () => {
  const { hamlet, realmId } = await createTestOrganization();
  const { avatar_url } = await hamlet.upload(PATH, [picture]);
  for (const [address, size] of [
    [avatar_url, 100],
    [avatar_url.replace(".png", "-medium.png"), 500],
  ] as const) {
    const { status, headers, bytes } = await fetchPath(hamlet.site, address);
    assert.equal(status, 200);
    const { "content-type": type, "cache-control": cache, etag = "", "x-content-type-options": options } = headers;
    assert.deepEqual([type, cache, options], ["image/png", "public, max-age=31536000, immutable", "nosniff"]);
    assert.match(String(headers["content-security-policy"]), /^default-src 'none'; sandbox; /);
    const { format, width, height } = await sharp(bytes).metadata();
    assert.deepEqual([format, width, height], ["png", size, size]);

    const again = await fetchPath(hamlet.site, address, { "if-none-match": `"other", W/${etag}` });
    assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, etag]);
    assert.equal((await fetchPath(hamlet.site, address, { "if-none-match": '"other"' })).status, 200);
  }
  const other = await createTestOrganization();
  const name = avatar_url.split("/").at(-1);
  for (const [site, address] of [
    [hamlet.site, `/user_avatars/${realmId}/${"0".repeat(40)}.png`],
    [hamlet.site, `/user_avatars/${realmId}/..%2f..%2fetc%2fpasswd`],
    [hamlet.site, `/user_avatars/${realmId}/${name?.replace(".png", ".jpg")}`],
    [hamlet.site, `/user_avatars/${realmId + 1}/${name}`],
    [other.hamlet.site, `/user_avatars/${realmId}/${name}`],
    [other.hamlet.site, `/user_avatars/${other.realmId}/${name}`],
  ] as const) {
    assert.equal((await fetchPath(site, address)).status, 404, address);
  }
});

test("a replaced or removed avatar is no longer served", async () => {
  const { hamlet } = await createTestOrganization();
  const { avatar_url: first } = await hamlet.upload(PATH, [picture]);
  const { avatar_url: second } = await hamlet.upload(PATH, [picture]);
  assert.equal((await fetchPath(hamlet.site, first)).status, 404);
  assert.equal((await fetchPath(hamlet.site, second)).status, 200);
  await hamlet.callOrThrow("DELETE", PATH);
  assert.equal((await fetchPath(hamlet.site, second)).status, 404);
});

test("invalid images, files that are too large and requests without exactly one file are rejected without any change", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const padded = Buffer.concat([picture, Buffer.alloc(5 * 2 ** 20 - picture.length)]);
  const [events] = await watchEvents([othello], async () => {
    for (const [files, code, message] of [
      [[], "BAD_REQUEST", "You must upload exactly one avatar."],
      [[picture, picture], "BAD_REQUEST", "You must upload exactly one avatar."],
      [[Buffer.from("<svg/>")], "BAD_IMAGE", "Could not decode image; did you upload an image file?"],
      [[picture.subarray(0, 100)], "BAD_IMAGE", "Could not decode image; did you upload an image file?"],
      [
        [Buffer.concat([padded, Buffer.alloc(1)])],
        "BAD_REQUEST",
        "Uploaded file is larger than the allowed limit of 5 MiB",
      ],
    ] as const) {
      const answer = await hamlet.upload(PATH, files);
      assert.deepEqual([answer.status, answer.code, answer.msg], [400, code, message]);
    }
    const { code, msg } = await hamlet.call("POST", PATH, { file: "picture" });
    assert.deepEqual([code, msg], ["BAD_REQUEST", "You must upload exactly one avatar."]);
  });
  assert.deepEqual(events, []);
  assert.equal((await hamlet.upload(PATH, [padded])).status, 200);
});

test("if the organization does not allow avatars to be changed, only administrators can change their own", async () => {
  const { hamlet, polonius, bot, iago, desdemona } = await createTestOrganization();
  await hamlet.upload(PATH, [picture]);
  await desdemona.callOrThrow("PATCH", "/realm", { avatar_changes_disabled: true });
  const [events] = await watchEvents([desdemona], async () => {
    for (const person of [hamlet, polonius, bot]) {
      for (const answer of [await person.upload(PATH, [picture]), await person.delete(PATH)]) {
        const refusal = [400, "BAD_REQUEST", "Avatar changes are disabled in this organization."];
        assert.deepEqual([answer.status, answer.code, answer.msg], refusal);
      }
    }
  });
  assert.deepEqual(events, []);
  assert.equal((await iago.upload(PATH, [picture])).status, 200);
  assert.equal((await iago.delete(PATH)).status, 200);
});

test("all users receive a user event about a bot's new avatar, and its owner and administrators also receive a bot event", async () => {
  const { hamlet, iago, othello, bot } = await createTestOrganization();
  const [toOwner, toAdmin, toOther] = await watchEvents([hamlet, iago, othello], async () => {
    assert.equal((await bot.upload(PATH, [picture])).status, 200);
  });
  for (const events of [toOwner, toAdmin]) {
    const botEvent = events?.find(({ type }) => type === "realm_bot");
    assert.deepEqual(botEvent?.bot, { user_id: bot.id, avatar_url: await own(bot) });
  }
  assert.deepEqual(
    toOther?.map(({ type }) => type),
    ["realm_user"],
  );
});

test("a guest who cannot see a user receives no event about the user's avatar", async () => {
  const { hamlet, polonius, desdemona } = await createTestOrganization();
  const { state } = await desdemona.registerQueue();
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  const [events] = await watchEvents([polonius], () => hamlet.upload(PATH, [picture]));
  assert.deepEqual(events, []);
});

test("if a user uploads several avatars at the same time, the avatar that is shown exists", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await watchEvents([othello], () => Promise.all(Array.from({ length: 4 }, () => hamlet.upload(PATH, [picture]))));
  assert.equal((await fetchPath(hamlet.site, await own(hamlet))).status, 200);
  assert.equal((await hamlet.callOrThrow("GET", "/users/me"))["avatar_version"], 5);
});
