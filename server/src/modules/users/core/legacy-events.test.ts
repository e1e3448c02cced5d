import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization } from "@parlance/testkit";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";

test("an event about a new user that the previous release stored is sent with its avatar URL", async () => {
  const { hamlet, othello, realmId, server } = await createTestOrganization();
  const client = await hamlet.registerQueue();
  const person = client.state["realm_users"].find(({ user_id }) => user_id === othello.id);
  const avatar_url = "/user_avatars/made-before.png";
  const written = { ...person, delivery_email: othello.email, avatar_url };
  const event = { type: "realm_user", op: "add", person: written, email_address_visibility: 1, has_own_picture: true };
  await server.db.write(async (tx) => emit(tx, toEveryone(realmId), event));
  const [received] = await client.poll({ block: true });
  assert.ok(received?.type === "realm_user" && received.op === "add");
  assert.equal(received.person.avatar_url, avatar_url);
});
