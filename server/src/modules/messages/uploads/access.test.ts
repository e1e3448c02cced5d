import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  fetchPath,
  createTestOrganization,
  type TestUser,
  seconds,
  type TestOrganization,
} from "@parlance/testkit";
import { linkTo, fetchFileAs, uploadAs } from "./fixtures/upload-files.ts";

const NOT_ALLOWED = [403, "You are not authorized to view this file."] as const;
const SEEN = [200, "To be"] as const;

async function assertSeenBy(url: string, who: readonly TestUser[], others: readonly TestUser[]): Promise<void> {
  for (const [people, expected] of [
    [who, SEEN],
    [others, NOT_ALLOWED],
  ] as const) {
    for (const person of people) {
      assert.deepEqual(await fetchFileAs(person, url), expected, person.fullName);
      const answer = await person.call("GET", url);
      assert.equal(answer.status, expected[0], `${person.fullName}, by the API`);
      if (answer.status === 403) assert.equal(answer.msg, NOT_ALLOWED[1]);
    }
  }
}

const usersOf = ({ desdemona, iago, hamlet, othello, cordelia, polonius, bot }: TestOrganization) => ({
  all: [desdemona, iago, hamlet, othello, cordelia, polonius, bot],
  except: (...some: readonly TestUser[]) =>
    [desdemona, iago, hamlet, othello, cordelia, polonius, bot].filter((person) => !some.includes(person)),
});

const spectatorOf = ({ server, host }: TestOrganization) => ({ port: server.port, host });

test("if no message links to a file, only its owner can see the file", async () => {
  const realm = await createTestOrganization();
  const url = await uploadAs(realm.hamlet);
  await assertSeenBy(url, [realm.hamlet], usersOf(realm).except(realm.hamlet));
  assert.equal((await fetchPath(spectatorOf(realm), url)).status, 403);
});

test("all members of a direct message conversation can see the files that its messages link to", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, polonius } = realm;
  const url = await uploadAs(hamlet);
  await hamlet.sendDirectMessage([othello, polonius], { content: linkTo(url) });
  const who = [hamlet, othello, polonius];
  await assertSeenBy(url, who, usersOf(realm).except(...who));
});

test("all users, except guests who are not subscribed, can see the files in a public channel", async () => {
  const realm = await createTestOrganization();
  await realm.hamlet.createChannel("denmark");
  const url = await uploadAs(realm.hamlet);
  await realm.hamlet.sendToChannel("denmark", { content: linkTo(url) });
  await assertSeenBy(url, usersOf(realm).except(realm.polonius), [realm.polonius]);
  await realm.hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "denmark" }],
    principals: [realm.polonius.id],
  });
  await assertSeenBy(url, usersOf(realm).all, []);
  assert.equal((await fetchPath(spectatorOf(realm), url)).status, 403);
});

test("only current subscribers can see the files in a private channel; with shared history, new subscribers can see earlier files as well", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  await hamlet.createChannel("council", [hamlet, othello], { invite_only: true, history_public_to_subscribers: true });
  const url = await uploadAs(hamlet);
  await hamlet.sendToChannel("council", { content: linkTo(url) });
  await assertSeenBy(url, [hamlet, othello], usersOf(realm).except(hamlet, othello));
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "council" }],
    principals: [cordelia.id],
  });
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["council"] });
  await assertSeenBy(url, [hamlet, cordelia], usersOf(realm).except(hamlet, cordelia));
});

test("in a channel with protected history, only current subscribers who received a message can see its files", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  await hamlet.createChannel("council", [hamlet, othello], { invite_only: true });
  const url = await uploadAs(hamlet);
  await hamlet.sendToChannel("council", { content: linkTo(url) });
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "council" }],
    principals: [cordelia.id],
  });
  await assertSeenBy(url, [hamlet, othello], usersOf(realm).except(hamlet, othello));
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["council"] });
  await assertSeenBy(url, [hamlet], [othello, cordelia]);
});

test("spectators can see the files in web-public channels if the organization allows spectators", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona, polonius } = realm;
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  await desdemona.createChannel("porch", [hamlet], { is_web_public: true });
  await hamlet.createChannel("denmark");
  const [open, closed] = [await uploadAs(hamlet), await uploadAs(hamlet)];
  await hamlet.sendToChannel("porch", { content: linkTo(open) });
  await hamlet.sendToChannel("denmark", { content: linkTo(closed) });
  const statuses = async () => [
    (await fetchPath(spectatorOf(realm), open)).status,
    (await fetchPath(spectatorOf(realm), closed)).status,
  ];
  assert.deepEqual(await statuses(), [200, 403]);
  assert.deepEqual(await fetchFileAs(polonius, open), SEEN);
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: false });
  assert.deepEqual(await statuses(), [403, 403]);
});

test("a user can no longer see a file after losing access to the last message that links to it", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia } = realm;
  const url = await uploadAs(hamlet);
  const first = await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  const second = await othello.sendDirectMessage([hamlet, cordelia], { content: linkTo(url) });
  await assertSeenBy(url, [hamlet, othello, cordelia], [realm.iago]);
  await othello.callOrThrow("PATCH", `/messages/${second}`, { content: "Nothing" });
  await assertSeenBy(url, [hamlet, othello], [cordelia]);
  await realm.desdemona.callOrThrow("PATCH", "/realm", { message_content_delete_limit_seconds: "unlimited" });
  await hamlet.callOrThrow("DELETE", `/messages/${first}`);
  await assertSeenBy(url, [hamlet], [othello, cordelia]);
});

test("when a message is moved, the users who can see its files change accordingly", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, desdemona } = realm;
  const to = await desdemona.createChannel("council", [desdemona], {
    invite_only: true,
    history_public_to_subscribers: true,
  });
  await desdemona.createChannel("denmark", [desdemona, hamlet]);
  const url = await uploadAs(desdemona);
  const id = await desdemona.sendToChannel("denmark", { content: linkTo(url) });
  await assertSeenBy(url, [hamlet, othello], []);
  await desdemona.callOrThrow("PATCH", `/messages/${id}`, { stream_id: to, propagate_mode: "change_all" });
  await assertSeenBy(url, [desdemona], [hamlet, othello]);
});

test("a link to a file gives readers access only if the sender can see the file", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, cordelia, iago } = realm;
  const url = await uploadAs(hamlet);
  await iago.sendDirectMessage(cordelia, { content: linkTo(url) });
  await assertSeenBy(url, [hamlet], [iago, cordelia]);
  await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
  await othello.sendDirectMessage(cordelia, { content: linkTo(url) });
  await assertSeenBy(url, [hamlet, othello, cordelia], [iago]);
});

test("a request for a file of another organization fails with the same error as for a nonexistent file", async () => {
  const [here, there] = [await createTestOrganization(), await createTestOrganization()];
  const url = await uploadAs(there.hamlet);
  const gone = "This file does not exist or has been deleted.";
  assert.deepEqual(await fetchFileAs(here.hamlet, url), [404, gone]);
  const answer = await here.hamlet.call("GET", url);
  assert.deepEqual([answer.status, answer.msg], [404, gone]);
  await here.hamlet.sendDirectMessage(here.othello, { content: linkTo(url) });
  assert.deepEqual(await fetchFileAs(here.othello, url), [404, gone]);
});

test("a temporary URL gives access to one file without credentials, for one minute", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  const url = await uploadAs(hamlet, "To be", "größe.txt");
  const { body } = await hamlet.call("GET", url);
  const temporary = String(body["url"]);
  assert.match(temporary, /^\/user_uploads\/temporary\/[\w-]+\/gro-e\.txt$/);
  const look = async (path: string) => (await fetchPath(spectatorOf(realm), path)).status;
  assert.equal((await fetchPath(spectatorOf(realm), temporary)).bytes.toString(), "To be");
  const [, , , token = "", name = ""] = temporary.split("/");
  const [id = "", expires = "", proof = ""] = token.split("-");
  for (const wrong of [
    `${Number(id) + 1}-${expires}-${proof}`,
    `${id}-${Number(expires) + 1}-${proof}`,
    `${id}-${expires}-${proof.slice(1)}x`,
    `${id}-${expires}`,
    "x",
  ]) {
    assert.equal(await look(`/user_uploads/temporary/${wrong}/${name}`), 404, wrong);
  }
  assert.equal(await look(`/user_uploads/temporary/${token}/another.html`), 404);
  const other = await createTestOrganization();
  assert.equal((await fetchPath(spectatorOf(other), temporary)).status, 404);
  clock.shiftWallClock(seconds(61));
  assert.equal(await look(temporary), 404);
});

test("file URLs that are not valid are rejected without a server error", async () => {
  const { hamlet, realmId } = await createTestOrganization();
  for (const path of ["x", "%00", "..%2f..%2fsecret.key", "a/b/%ff", "a/b/c/d/e", "%ED%A0%80", "a/b/c%00"]) {
    for (const url of [`/user_uploads/${realmId}/${path}`, `/api/v1/user_uploads/${realmId}/${path}`]) {
      const { status } = await hamlet.fetch(url);
      assert.ok([400, 404].includes(status), `${url}: ${status}`);
    }
  }
  for (const realm of ["0", "99999999999999999999", "x", "-1"]) {
    const { status } = await hamlet.fetch(`/api/v1/user_uploads/${realm}/a/b`);
    assert.ok([400, 404].includes(status), `${realm}: ${status}`);
  }
});
