import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { SeededRandom } from "@parlance/testkit";
import { randomRuns } from "@parlance/testkit/random/random-runs.ts";
import { hostileText, mutatedJson } from "@parlance/testkit/random/hostile-values.ts";
import type { ChatServer } from "./fixtures/chat-server.ts";
import { startRelay } from "./fixtures/test-relay.ts";

const { rounds, seed } = randomRuns({ rounds: 150, exploreRounds: 3000, knownSeeds: [] })[0] ?? assert.fail();

/** Valid or nearly valid bodies for all operations except `server/deactivate`. */
const bodies = ({
  orgId,
  key,
  realm,
  hostname,
}: ChatServer): Readonly<Record<string, Readonly<Record<string, unknown>>>> => {
  const user = { realm_uuid: realm, user_uuid: randomUUID() };
  const token = { ...user, token: "abcd", token_kind: 2 };
  return {
    "server/register": {
      service_org_id: orgId,
      service_org_key: key,
      hostname,
      contact_email: "owner@example.com",
    },
    "server/analytics": { realms: [{ uuid: realm, uuid_owner_secret: "secret", deactivated: false }] },
    "push/e2ee/register": {
      realm_uuid: realm,
      push_account_id: "1",
      encrypted_push_registration: "c2VjcmV0",
      bouncer_public_key: "x",
    },
    "push/e2ee/unregister": { realm_uuid: realm, device_ids: [1] },
    "push/e2ee/notify": { realm_uuid: realm, push_requests: [{ device_id: 1, payload: { a: 1 } }] },
    "push/register": token,
    "push/unregister": token,
    "push/unregister/all": user,
    "push/notify": { ...user, apns_payload: {}, gcm_payload: {}, gcm_options: { priority: "high" } },
    "push/test_notification": { ...token, base_payload: { realm_name: "x" } },
  };
};

test("any request gets a response that is not an internal error", async () => {
  await using relay = await startRelay();
  const server = await relay.registerServer();
  const dice = new SeededRandom(seed);
  for (let round = 0; round < rounds; round += 1) {
    const [path, body] = dice.pick(Object.entries(bodies(server)));
    const name = dice.pick(Object.keys(body));
    const text = hostileText(dice).slice(0, 6000).toWellFormed();
    const asForm = dice.boolean();
    const sent = asForm ? { ...body, [name]: text } : mutatedJson(body, dice);
    const answer = typeof sent === "string" ? await server.postJson(path, sent) : await server.postForm(path, sent);
    const description = `${path} ${JSON.stringify(sent).slice(0, 3000)}\nwas answered ${answer.status} ${answer.msg}`;
    // A push service that is not configured or does not respond results in status 502, which is not an internal error.
    assert.ok(
      answer.status < 500 || answer.code === "PUSH_SERVICE_UNAVAILABLE",
      `${description}\n${relay.logged().slice(-3000)}`,
    );
  }
  assert.equal((await server.reportRealms([])).status, 200);
});
