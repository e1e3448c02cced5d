import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ApiResponse,
  createTestOrganization,
  type TestUser,
  startServer,
  type TestOrganization,
  defaultRateLimits,
} from "@parlance/testkit";

const twice = [{ seconds: 3600, capacity: 2 }];
const few = {
  apiKeys: twice,
  creations: twice,
  edits: twice,
  invitations: twice,
  registrations: twice,
  reports: twice,
};
const server = await startServer({ rateLimits: { ...defaultRateLimits, ...few, uploads: twice } }, { shared: false });

/**
 * Calls an operation three times. The first two calls must succeed and the third must be rejected, while other
 * operations still succeed.
 */
async function worksTwice(
  realm: TestOrganization,
  who: (realm: TestOrganization) => TestUser,
  act: (n: number) => Promise<ApiResponse>,
) {
  const answers: ApiResponse[] = [];
  for (let n = 0; n < 3; n += 1) answers.push(await act(n));
  assert.deepEqual(
    answers.map(({ status, code }) => [status, code]),
    [
      [200, undefined],
      [200, undefined],
      [429, "RATE_LIMIT_HIT"],
    ],
    answers[0]?.msg,
  );
  assert.equal(answers[1]?.headers["x-ratelimit-limit"], "2");
  assert.equal((await who(realm).get("/users/me")).headers["x-ratelimit-limit"], "200");
}

const hamletOf = ({ hamlet }: TestOrganization) => hamlet;
const iagoOf = ({ iago }: TestOrganization) => iago;

test("the number of message edits is limited", async () => {
  const realm = await createTestOrganization(server);
  await realm.hamlet.createChannel("castle");
  const id = await realm.hamlet.sendToChannel("castle");
  await worksTwice(realm, hamletOf, (n) => realm.hamlet.patch(`/messages/${id}`, { content: `Version ${n}` }));
});

test("the number of API key replacements for bots is limited", async () => {
  const realm = await createTestOrganization(server);
  const path = `/bots/${realm.bot.id}/api_key/regenerate` as const;
  await worksTwice(realm, hamletOf, () => realm.hamlet.post(path));
});

test("the creations of channels and of groups share a limit", async () => {
  const realm = await createTestOrganization(server);
  const { iago } = realm;
  await worksTwice(realm, iagoOf, (n) =>
    n === 1
      ? iago.post("/user_groups/create", { name: "players", description: "", members: [iago.id] })
      : iago.post("/channels/create", { name: `room ${n}`, subscribers: [] }),
  );
});

test("the number of invitations is limited", async () => {
  const realm = await createTestOrganization(server);
  await worksTwice(realm, iagoOf, (n) =>
    realm.iago.post("/invites", { invitee_emails: `p${n}@example.com`, stream_ids: [] }),
  );
});

test("the number of new event queues is limited", async () => {
  const realm = await createTestOrganization(server);
  await worksTwice(realm, hamletOf, () => realm.hamlet.post("/register", { event_types: ["message"] }));
});
