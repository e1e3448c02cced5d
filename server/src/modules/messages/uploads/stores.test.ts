// Slow: starts servers and object stores.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import {
  clock,
  fetchPath,
  createTestOrganization,
  type TestUser,
  seconds,
  startServer,
  type TestOrganization,
} from "@parlance/testkit";
import { startBucket } from "@parlance/testkit/services/s3-bucket.ts";
import { linkTo, fetchFileAs, uploadAs } from "./fixtures/upload-files.ts";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-stores-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
const servers = {
  folder: await startServer({ uploadsFolder }),
  bucket: await startServer({ uploadsBucket: await startBucket() }),
};

/** A file larger than one part of a multipart upload to a bucket. */
const LARGE = Buffer.alloc(6 * 2 ** 20, "0123456789");

const usersOf = ({ desdemona, iago, hamlet, othello, cordelia, polonius }: TestOrganization): readonly TestUser[] => [
  desdemona,
  iago,
  hamlet,
  othello,
  cordelia,
  polonius,
];

/** Returns the users who can fetch a file. Asserts that the same users can request a temporary URL for it. */
async function whoSees(realm: TestOrganization, url: string): Promise<readonly TestUser[]> {
  const seen: TestUser[] = [];
  for (const person of usersOf(realm)) {
    const [status] = await fetchFileAs(person, url);
    const answer = await person.call("GET", url);
    assert.deepEqual([status, answer.status], status === 200 ? [200, 200] : [403, 403], person.fullName);
    if (status === 200) seen.push(person);
  }
  return seen;
}

const spectatorOf = ({ server, host }: TestOrganization) => ({ port: server.port, host });

for (const [kind, server] of Object.entries(servers)) {
  test(`files in a ${kind}, even large ones, can be downloaded completely or by range`, async () => {
    const { hamlet } = await createTestOrganization(server);
    const last = LARGE.length - 1;
    for (const content of [LARGE, Buffer.from("0123456789"), Buffer.alloc(0)]) {
      const url = await uploadAs(hamlet, content, "digits.bin");
      const whole = await hamlet.fetch(url);
      assert.deepEqual([whole.status, whole.headers["content-length"]], [200, String(content.length)]);
      assert.ok(whole.bytes.equals(content));
      assert.equal((await hamlet.fetch(url, { "if-none-match": whole.headers.etag ?? "" })).status, 304);
    }
    const url = await uploadAs(hamlet, LARGE, "digits.bin");
    for (const [range, status, start, end] of [
      ["bytes=5-9", 206, 5, 9],
      [`bytes=${5 * 2 ** 20 - 3}-${5 * 2 ** 20 + 3}`, 206, 5 * 2 ** 20 - 3, 5 * 2 ** 20 + 3],
      ["bytes=-3", 206, last - 2, last],
      [`bytes=${last}-99999999`, 206, last, last],
    ] as const) {
      const part = await hamlet.fetch(url, { range });
      assert.deepEqual(
        [part.status, part.headers["content-range"], part.bytes.toString()],
        [status, `bytes ${start}-${end}/${LARGE.length}`, LARGE.subarray(start, end + 1).toString()],
      );
    }
    assert.equal((await hamlet.fetch(url, { range: `bytes=${LARGE.length}-` })).status, 416);
  });

  test(`for files in a ${kind}, HEAD returns the status and headers of GET without a body`, async () => {
    const { hamlet, othello } = await createTestOrganization(server);
    const url = await uploadAs(hamlet, "To be", "film.mp4");
    const { body } = await hamlet.call("GET", url);
    const etag = (await hamlet.fetch(url)).headers.etag ?? "";
    for (const [person, path, headers] of [
      [hamlet, url, {}],
      [hamlet, url, { range: "bytes=1-2" }],
      [hamlet, url, { range: "bytes=5-" }],
      [hamlet, url, { "if-none-match": etag }],
      [hamlet, String(body["url"]), {}],
      [hamlet, url.replace("film", "song"), {}],
      [othello, url, {}],
    ] as const) {
      const got = await person.fetch(path, headers);
      const head = await person.fetchHead(path, headers);
      const unlike = { date: "", "x-request-id": "" };
      assert.equal(head.status, got.status);
      assert.deepEqual({ ...head.headers, ...unlike }, { ...got.headers, ...unlike });
      assert.equal(head.bytes.length, 0);
    }
  });

  test(`a private channel's file in a ${kind} can be downloaded by users who can read the message that links to it`, async () => {
    const realm = await createTestOrganization(server);
    const { hamlet, othello, cordelia, polonius } = realm;
    await hamlet.createChannel("open book", [hamlet, othello], {
      invite_only: true,
      history_public_to_subscribers: true,
    });
    await hamlet.createChannel("closed book", [hamlet, othello], { invite_only: true });
    const [shared, unchanged] = [await uploadAs(hamlet), await uploadAs(hamlet)];
    await hamlet.sendToChannel("open book", { content: linkTo(shared) });
    await hamlet.sendToChannel("closed book", { content: linkTo(unchanged) });
    await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: "open book" }, { name: "closed book" }],
      principals: [cordelia.id, polonius.id],
    });
    assert.deepEqual(await whoSees(realm, shared), [hamlet, othello, cordelia, polonius]);
    assert.deepEqual(await whoSees(realm, unchanged), [hamlet, othello]);
    await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["open book", "closed book"] });
    assert.deepEqual(await whoSees(realm, shared), [hamlet, cordelia, polonius]);
    assert.deepEqual(await whoSees(realm, unchanged), [hamlet]);
  });

  test(`files in a ${kind} are available to guests in their channels, and to logged-out visitors in web-public channels`, async () => {
    const realm = await createTestOrganization(server);
    const { desdemona, hamlet, polonius } = realm;
    await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
    await desdemona.createChannel("porch", [hamlet], { is_web_public: true });
    await hamlet.createChannel("denmark");
    const [open, closed] = [await uploadAs(hamlet), await uploadAs(hamlet)];
    await hamlet.sendToChannel("porch", { content: linkTo(open) });
    await hamlet.sendToChannel("denmark", { content: linkTo(closed) });
    const members = usersOf(realm).filter((person) => person !== polonius);
    assert.deepEqual(await whoSees(realm, closed), members);
    assert.deepEqual(await whoSees(realm, open), usersOf(realm));
    const withoutAccount = async () =>
      Promise.all([open, closed].map(async (url) => (await fetchPath(spectatorOf(realm), url)).status));
    assert.deepEqual(await withoutAccount(), [200, 403]);
    await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
      subscriptions: [{ name: "denmark" }],
      principals: [polonius.id],
    });
    assert.deepEqual(await whoSees(realm, closed), usersOf(realm));
    await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: false });
    assert.deepEqual(await withoutAccount(), [403, 403]);
  });

  test(`the temporary URL of a file in a ${kind} works without credentials for a minute, also for ranges`, async () => {
    const realm = await createTestOrganization(server);
    const url = await uploadAs(realm.hamlet, LARGE, "digits.bin");
    const { body } = await realm.hamlet.call("GET", url);
    const temporary = String(body["url"]);
    assert.ok((await fetchPath(spectatorOf(realm), temporary)).bytes.equals(LARGE));
    const part = await fetchPath(spectatorOf(realm), temporary, { range: "bytes=10-19" });
    assert.deepEqual([part.status, part.bytes.toString()], [206, "0123456789"]);
    clock.shiftWallClock(seconds(61));
    assert.equal((await fetchPath(spectatorOf(realm), temporary)).status, 404);
  });

  test(`a file deleted from a ${kind} is no longer available to anyone, even by its temporary URLs`, async () => {
    const realm = await createTestOrganization(server);
    const { hamlet, othello } = realm;
    const url = await uploadAs(hamlet);
    await hamlet.sendDirectMessage(othello, { content: linkTo(url) });
    const { body } = await othello.call("GET", url);
    const [attachment] = (await hamlet.callOrThrow("GET", "/attachments")).attachments;
    await hamlet.callOrThrow("DELETE", `/attachments/${attachment?.id ?? 0}`);
    for (const person of [hamlet, othello]) assert.equal((await fetchFileAs(person, url))[0], 404);
    assert.equal((await fetchPath(spectatorOf(realm), String(body["url"]))).status, 404);
  });
}
