import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { roles } from "@parlance/contract/entities/roles.ts";
import sharp from "sharp";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { createTestOrganization, startServer } from "@parlance/testkit";
import { Web } from "#modules/messages/link-previews/fixtures/web.ts";
import { fetchAvatarJob } from "#modules/users/avatars/fetch-avatar-job.ts";
import { Visitor } from "../fixtures/visitor.ts";
import { ScriptedProvider } from "./fixtures/scripted-provider.ts";
import { signIn, verifiedClaims } from "./fixtures/provider-test-setup.ts";

const provider = await ScriptedProvider.open();
const [web, inside] = [await Web.start(), await Web.start()];
const admits = [{ role: roles.member, user_groups: [] }];
const server = await startServer(
  {
    trustedProxies: 1,
    identityProviders: { openIdConnect: [provider.settings({ admits })], saml: [] },
    linkPreviewInternalHosts: [web.host],
  },
  { withJobs: true },
);

const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
  .jpeg()
  .toBuffer();
const answersWith = (type: string, body: Buffer) => (answer: ServerResponse) =>
  void answer.writeHead(200, { "content-type": type }).end(body);
web.pages.set("/picture", answersWith("image/jpeg", jpeg));
web.pages.set("/endless", answersWith("image/jpeg", Buffer.concat([jpeg, Buffer.alloc(2 ** 20)])));
web.pages.set("/text", answersWith("text/plain", jpeg));
web.pages.set("/broken", answersWith("image/png", Buffer.from("no picture")));
inside.pages.set("/picture", answersWith("image/jpeg", jpeg));

/** Waits until all jobs that fetch pictures are done. */
async function untilFetched(): Promise<void> {
  for (;;) {
    const { rows } = await server.db.pool.query<{ left: number }>(
      `select count(*)::int as left from jobs.job where name = 'fetch-picture' and state < 'completed'`,
    );
    if (rows[0]?.left === 0) return;
    await setImmediate();
  }
}

/**
 * Joins as a user for whom the provider asserts this picture. Returns the profile picture's URL as other users see it.
 */
async function joins(picture: unknown): Promise<string> {
  const realm = await createTestOrganization(server);
  const email = `horatio@${realm.host}`;
  const visitor = new Visitor(realm);
  const claims = { ...verifiedClaims({ email }), picture };
  const { headers } = await signIn(visitor, provider, { path: "/accounts/register/social/oidc/acme", claims });
  await visitor.open(headers.location ?? "");
  const sent = await visitor.send(headers.location ?? "", { full_name: "Horatio" });
  assert.equal(sent.status, 303, sent.text);
  await untilFetched();
  return (await realm.iago.callOrThrow("GET", `/users/${email}`)).user.avatar_url ?? "";
}

const UPLOADED = /^\/user_avatars\//;

test("a user who joins through a provider gets the picture from the provider", async () => {
  assert.match(await joins(web.url("/picture")), UPLOADED);
});

for (const [what, picture] of [
  ["too large", web.url("/endless")],
  ["of another type", web.url("/text")],
  ["broken", web.url("/broken")],
  ["missing", web.url("/nowhere")],
  ["not an http(s) URL", "data:image/png;base64,AAAA"],
  ["no text", 7],
] as const) {
  test(`a new user can join if the provider's picture is ${what}`, async () => {
    assert.doesNotMatch(await joins(picture), UPLOADED);
  });
}

test("pictures at internal addresses are not fetched", async () => {
  assert.doesNotMatch(await joins(inside.url("/picture")), UPLOADED);
  assert.deepEqual(inside.requestedUrls, []);
});

test("an avatar that the user uploads while the provider's picture is fetched is not replaced", async () => {
  const { hamlet, realmId } = await createTestOrganization(server);
  let uploaded = "";
  web.pages.set("/slow", (response) => {
    void hamlet.upload("/users/me/avatar", [jpeg]).then(({ avatar_url }) => {
      uploaded = avatar_url;
      answersWith("image/jpeg", jpeg)(response);
    });
  });
  await server.db.write(async (tx) => enqueueJob(tx, fetchAvatarJob, { user_id: hamlet.id, url: web.url("/slow") }));
  await untilFetched();
  assert.match(uploaded, UPLOADED);
  assert.equal((await hamlet.callOrThrow("GET", "/users/me")).avatar_url, uploaded);
  const names: string[] = [];
  for await (const { name } of server.files.list(`avatars/${realmId}/`)) names.push(name);
  assert.equal(names.length, 2, `the provider's picture is not stored: ${names.join(", ")}`);
});
