import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import {
  clock,
  days,
  fetchPath,
  createTestOrganization,
  type TestUser,
  startServer,
  watchEvents,
  until,
} from "@parlance/testkit";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { storePictureFile } from "./picture-files.ts";
import { deleteOrphanedPictures } from "./jobs.ts";

const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-realm-pictures-"));
after(() => rm(uploadsFolder, { recursive: true, force: true }));
const server = await startServer({ uploadsFolder }, { withJobs: true });

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "red" } })
    .png()
    .toBuffer();

const kinds = [
  { kind: "icon", path: "/realm/icon", parameters: {}, made: "G" },
  { kind: "logo", path: "/realm/logo", parameters: { night: false }, made: "D" },
  { kind: "night_logo", path: "/realm/logo", parameters: { night: true }, made: "D" },
] as const;
type Kind = (typeof kinds)[number];

const asFiles = (files: readonly Buffer[]) =>
  Object.fromEntries(files.map((bytes, index) => [`f${index}`, new File([Buffer.from(bytes)], "picture.png")]));

const uploads = (person: TestUser, { path, parameters }: Kind, ...files: Buffer[]) =>
  person.call("POST", path, { ...parameters, ...asFiles(files) });

const removes = (person: TestUser, { path, parameters }: Kind) => person.call("DELETE", path, parameters);

async function pictureOf(person: TestUser, { kind }: Kind): Promise<{ source: unknown; url: string }> {
  const state = (await person.registerQueue()).state as unknown as Record<string, unknown>;
  return { source: state[`realm_${kind}_source`], url: String(state[`realm_${kind}_url`]) };
}

const stored = async (): Promise<string[]> =>
  (await readdir(uploadsFolder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

for (const kind of kinds) {
  test(`all users receive a new ${kind.kind} of the organization and its removal`, async () => {
    const { iago, hamlet, polonius, bot } = await createTestOrganization(server);
    const before = await pictureOf(hamlet, kind);
    assert.equal(before.source, kind.made);
    assert.equal((await fetchPath(hamlet.site, before.url)).status, 200);
    const urls: string[] = [];
    const all = await watchEvents([iago, hamlet, polonius, bot], async () => {
      for (let again = 0; again < 2; again += 1) {
        assert.equal((await uploads(iago, kind, await flat(400, 400))).status, 200);
        urls.push((await pictureOf(hamlet, kind)).url);
      }
      assert.equal((await removes(iago, kind)).status, 200);
      assert.equal((await removes(iago, kind)).status, 200);
      urls.push((await pictureOf(hamlet, kind)).url);
    });
    assert.equal(new Set(urls).size, 3);
    assert.equal(urls[2], before.url);
    for (const events of all) {
      assert.deepEqual(
        events.map(({ id: _, ...event }) => event),
        urls.map((url, index) => ({
          type: "realm",
          op: "update_dict",
          property: kind.kind,
          data: { [`${kind.kind}_source`]: index < 2 ? "U" : kind.made, [`${kind.kind}_url`]: url },
        })),
      );
    }
    const { entries } = await iago.callOrThrow("GET", "/audit_log", { limit: 10 });
    assert.deepEqual(
      entries.map(({ act, after: what }) => [act, what]),
      ["realm.picture_removed", "realm.picture_changed", "realm.picture_changed"].map((act) => [
        act,
        { picture: kind.kind },
      ]),
    );
  });
}

test("the icon becomes a square, a logo keeps its proportions, and both are visible without a login", async () => {
  const { desdemona, hamlet } = await createTestOrganization(server);
  const size = async (url: string) => {
    const { status, headers, bytes } = await fetchPath(hamlet.site, url);
    assert.deepEqual([status, headers["content-type"]], [200, "image/png"]);
    assert.match(String(headers["content-security-policy"]), /^default-src 'none'; sandbox; /);
    const { width, height } = await sharp(bytes).metadata();
    return [width, height];
  };
  const [icon, logo, night] = kinds;
  const { body } = await uploads(desdemona, icon, await flat(900, 300));
  assert.deepEqual(await size(String(body["icon_url"])), [200, 200]);
  const settings = (await fetchPath(hamlet.site, "/api/v1/server_settings")).bytes.toString();
  assert.equal((JSON.parse(settings) as { realm_icon: string }).realm_icon, body["icon_url"]);
  await uploads(desdemona, logo, await flat(3200, 100));
  assert.deepEqual(await size((await pictureOf(hamlet, logo)).url), [1600, 50]);
  await uploads(desdemona, night, await flat(40, 30));
  assert.deepEqual(await size((await pictureOf(hamlet, night)).url), [40, 30]);
  for (const [address, kind] of [
    ["/realm/icon", icon],
    ["/realm/logo", logo],
    ["/realm/logo?night=true", night],
  ] as const) {
    const { status, headers } = await fetchPath(hamlet.site, address);
    assert.deepEqual([status, headers.location], [302, (await pictureOf(hamlet, kind)).url]);
  }
  const { hamlet: outsider } = await createTestOrganization(server);
  assert.equal((await fetchPath(outsider.site, String(body["icon_url"]))).status, 404);
});

test("the server has its own logos, which are valid SVG drawings", async () => {
  const { hamlet } = await createTestOrganization(server);
  for (const url of ["/static/logo.svg", "/static/logo-night.svg"]) {
    const { status, headers, bytes } = await fetchPath(hamlet.site, url);
    assert.deepEqual([status, headers["content-type"]], [200, "image/svg+xml"]);
    assert.ok(((await sharp(bytes).metadata()).width ?? 0) > 100);
  }
});

test("only administrators can change pictures, and the upload must be a single valid image that is not too large", async () => {
  const { iago, hamlet, polonius, bot } = await createTestOrganization(server);
  const picture = await flat(40, 40);
  const [events] = await watchEvents([hamlet], async () => {
    for (const kind of kinds) {
      for (const person of [hamlet, polonius, bot]) {
        for (const answer of [await uploads(person, kind, picture), await removes(person, kind)]) {
          assert.deepEqual([answer.status, answer.msg], [400, "Must be an organization administrator"]);
        }
      }
      const one = `You must upload exactly one ${kind.kind === "icon" ? "icon" : "logo"}.`;
      const undecodable = "Could not decode image; did you upload an image file?";
      for (const [files, code, message] of [
        [[], "BAD_REQUEST", one],
        [[picture, picture], "BAD_REQUEST", one],
        [[Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')], "BAD_IMAGE", undecodable],
        [[picture.subarray(0, 60)], "BAD_IMAGE", undecodable],
        [[await flat(8000, 7000)], "BAD_IMAGE", "Image size exceeds limit."],
        [[Buffer.alloc(5 * 2 ** 20 + 1)], "BAD_REQUEST", "Uploaded file is larger than the allowed limit of 5 MiB"],
      ] as const) {
        const answer = await uploads(iago, kind, ...files);
        assert.deepEqual([answer.status, answer.code, answer.msg], [400, code, message]);
      }
    }
    const { status, msg } = await iago.call("POST", "/realm/logo", asFiles([picture]));
    assert.deepEqual([status, msg], [400, "Missing 'night' argument"]);
  });
  assert.deepEqual(events, []);
});

test("a replaced or removed picture is deleted immediately, and a picture that was never set is deleted later", async () => {
  const { iago } = await createTestOrganization(server);
  const kind = kinds[1];
  const fileOf = async () => (await pictureOf(iago, kind)).url.split("/").at(-1) ?? "";
  const gone = (name: string) => until(async () => !(await stored()).includes(name));
  await uploads(iago, kind, await flat(40, 40));
  const first = await fileOf();
  assert.ok((await stored()).includes(first));
  await uploads(iago, kind, await flat(40, 40));
  await gone(first);
  const second = await fileOf();

  const { realmId } = await createTestOrganization(server);
  const files = await openFileStore({ uploadsFolder });
  const left = await storePictureFile(files, realmId, await flat(9, 9));
  const purge = (ms: number) =>
    deleteOrphanedPictures(files).run(
      {
        db: server.db,
        clock: { elapsed: () => clock.elapsed(), now: () => new Date(Date.now() + ms) },
        log: createLogger({ level: "silent" }),
        signal: new AbortController().signal,
      },
      {},
    );
  await purge(days(1));
  assert.ok((await stored()).includes(left));
  await purge(days(3));
  assert.ok(!(await stored()).includes(left));
  assert.ok((await stored()).includes(second));
  await removes(iago, kind);
  await gone(second);
});
