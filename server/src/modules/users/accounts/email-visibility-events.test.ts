import assert from "node:assert/strict";
import { test } from "node:test";
import { emailVisibilities } from "@parlance/contract/entities/email-visibility.ts";
import { isAtLeast, roles } from "@parlance/contract/entities/roles.ts";
import {
  createTestUser,
  createTestOrganization,
  type TestUser,
  type ReceivedEvent,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";

/** A sequence of visibility settings in which each possible change occurs. */
const ROUND = [1, 2, 1, 3, 1, 4, 1, 5, 2, 3, 2, 4, 2, 5, 3, 4, 3, 5, 4, 5, 1];
/** Lowest role whose users can see an address, by the address's visibility. */
const LOWEST: Readonly<Record<number, number>> = {
  [emailVisibilities.everyone]: roles.guest,
  [emailVisibilities.members]: roles.member,
  [emailVisibilities.administrators]: roles.administrator,
  [emailVisibilities.nobody]: 0,
  [emailVisibilities.moderators]: roles.moderator,
};
const ROLES = {
  desdemona: roles.owner,
  iago: roles.administrator,
  shiva: roles.moderator,
  othello: roles.member,
  polonius: roles.guest,
} as const;
const names = Object.keys(ROLES) as (keyof typeof ROLES)[];

const changes = (person: TestUser, parameters: object) => person.callOrThrow("PATCH", "/settings", { ...parameters });

/**
 * Returns the events that a user with the given role should receive when the visibility of Hamlet's address changes.
 */
function expected({ hamlet, host }: TestOrganization, role: number, [from = 0, to = 0]: readonly number[]): string[] {
  const [saw, sees] = [isAtLeast(role, LOWEST[from] ?? 0), isAtLeast(role, LOWEST[to] ?? 0)];
  const address = sees ? hamlet.email : "null";
  const called = to === 1 ? hamlet.email : `user${hamlet.id}@${host}`;
  return [
    ...(sees === saw ? [] : [`delivery_email ${address}`]),
    ...(from === 1 || to === 1 ? [`new_email ${called}`, "avatar_source G"] : []),
  ];
}

function summary(event: ReceivedEvent): string {
  const { person = {} } = event;
  const name = (["delivery_email", "new_email", "avatar_source"] as const).find((one) => one in person);
  return `${name} ${name && event.person?.[name]}`;
}

for (const client_gravatar of [false, true]) {
  const clients = client_gravatar ? "clients that compute Gravatar URLs themselves" : "other clients";
  test(`an event about a change of email visibility reaches the users who gain or lose access: ${clients}`, async () => {
    const realm = await createTestOrganization();
    const { hamlet } = realm;
    const people = [hamlet, ...names.map((name) => realm[name])];
    const steps = ROUND.slice(1).map((to, index) => [ROUND[index] ?? 0, to]);
    // The sequence is split, so that several intermediate states are compared with the state of a new client.
    for (const part of [steps.slice(0, 5), steps.slice(5, 11), steps.slice(11, 14), steps.slice(14)]) {
      const act = async () => {
        for (const [, to] of part) await changes(hamlet, { email_address_visibility: to });
      };
      const [own, ...others] = await watchEvents(people, act, { client_gravatar });
      for (const [index, events] of others.entries()) {
        const role = ROLES[names[index] ?? "othello"];
        const wanted = part.flatMap((step) => expected(realm, role, step));
        assert.deepEqual([role, ...(events?.map(summary) ?? [])], [role, ...wanted]);
      }
      const settings = own?.filter(({ type }) => type === "user_settings").map(({ value }) => value);
      assert.deepEqual(
        settings,
        part.map(([, to]) => to),
      );
      assert.ok(!own?.some(({ person }) => person && "delivery_email" in person), "one always sees one's own");
    }
  });
}

test("all users who can see a user receive the user's time zone", async () => {
  const { hamlet, polonius, bot } = await createTestOrganization();
  const timezone = "Europe/Copenhagen";
  const [toHamlet, toPolonius, toBot] = await watchEvents([hamlet, polonius, bot], () => changes(hamlet, { timezone }));
  const person = { user_id: hamlet.id, email: hamlet.email, timezone };
  for (const events of [toPolonius, toBot]) {
    assert.deepEqual(
      events?.map((event) => [event.type, event.op, event.person]),
      [["realm_user", "update", person]],
    );
  }
  assert.deepEqual(toHamlet?.map(({ type }) => type).toSorted(), ["realm_user", "user_settings"]);
});

test("a guest who cannot see a user receives no events about the user", async () => {
  const { hamlet, polonius, othello, desdemona } = await createTestOrganization();
  const { state } = await desdemona.registerQueue();
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  const [toPolonius, toOthello] = await watchEvents([polonius, othello], async () => {
    await changes(hamlet, { timezone: "Asia/Tokyo", full_name: "Prince Hamlet" });
    await changes(hamlet, { email_address_visibility: 2 });
    await changes(hamlet, { email_address_visibility: 1 });
  });
  assert.deepEqual(toPolonius, []);
  assert.ok(toOthello && toOthello.length > 0);
});

test("human administrators receive an event if a user allows the export of messages, while bots with that role and other users do not", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona, iago, shiva } = realm;
  const robot = { name: "admin-bot", fullName: "Admin Bot", role: 200, bot: { ownerId: iago.id } } as const;
  const adminBot = await createTestUser(realm, robot);
  const [own, toOwner, toAdmin, toModerator, toBot] = await watchEvents(
    [hamlet, desdemona, iago, shiva, adminBot],
    () => changes(hamlet, { allow_private_data_export: true }),
  );
  const expectedEvents = [{ type: "realm_export_consent", user_id: hamlet.id, consented: true }];
  for (const events of [toOwner, toAdmin]) {
    assert.deepEqual(
      events?.map(({ id: _, ...event }) => event),
      expectedEvents,
    );
  }
  assert.deepEqual([toModerator, toBot], [[], []]);
  assert.deepEqual(
    own?.map(({ type }) => type),
    ["user_settings"],
  );
});
