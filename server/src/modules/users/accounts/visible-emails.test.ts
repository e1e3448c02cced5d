import assert from "node:assert/strict";
import { test } from "node:test";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { createTestOrganization, watchEvents } from "@parlance/testkit";

test("a user whose role changes receives the addresses that become visible, and null for those that become hidden", async () => {
  const { desdemona, hamlet, othello, cordelia } = await createTestOrganization();
  await othello.callOrThrow("PATCH", "/settings", { email_address_visibility: emailVisibilities.members });
  await cordelia.callOrThrow("PATCH", "/settings", { email_address_visibility: emailVisibilities.moderators });
  const addressesReceived = async (role: Role) => {
    const [received = []] = await watchEvents([hamlet], () =>
      desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role }),
    );
    const people = received.flatMap(({ person }) => (person?.delivery_email === undefined ? [] : [person]));
    return people.map(({ user_id, delivery_email }) => [user_id, delivery_email]);
  };
  const [ofOthello, ofCordelia] = [
    [othello.id, othello.email],
    [cordelia.id, cordelia.email],
  ];
  assert.deepEqual(await addressesReceived(roles.moderator), [ofCordelia]);
  assert.deepEqual(await addressesReceived(roles.guest), [
    [cordelia.id, null],
    [othello.id, null],
  ]);
  assert.deepEqual(await addressesReceived(roles.member), [ofOthello]);
});
