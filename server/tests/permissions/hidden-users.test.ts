import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestUser, type TestUser } from "@parlance/testkit";
import { isParameter, parametersOf, PARAMETERS_FILE, undeclaredParameters } from "./fixtures/naming/parameters.ts";
import { namesOf, createUserTestOrganization, userRows } from "./fixtures/naming/users.ts";
import { collectResponses, findMissingRows } from "./fixtures/naming/naming-row.ts";
import { loadOperations } from "./fixtures/api-operations.ts";

/** An id and a name that belong to no user. */
const [NO_ID, NO_NAME] = [987_654_321, "Some nemo"];

const stage = await createUserTestOrganization();
const { realm, guest, member, hidden, home } = stage;
const unknown = namesOf(realm, NO_ID, "nemo", NO_NAME);
const silentRows = userRows.filter(({ allowedLeakReason }) => allowedLeakReason === undefined);

const recluse = await createTestUser(realm, { name: "recluse", fullName: "Some recluse", role: 400 });
await recluse.callOrThrow("PATCH", "/settings", { email_address_visibility: 4 });

test("every parameter that looks as if it identified something declares what it identifies", async () => {
  const open = [...(await loadOperations())].flatMap(([operation, names]) =>
    names.map((name) => `${operation} ${name}`),
  );
  const advice = undeclaredParameters(new Set(open)).map(
    (full) => `declare what ${full} identifies with a function of ${PARAMETERS_FILE}, or int() for a quantity`,
  );
  assert.equal(advice.join("\n"), "");
});

test("every parameter that can name a user has a row in `userRows`, and every row names an existing parameter", () => {
  const wanted = [...parametersOf("user"), ...parametersOf("permission")];
  const rows = userRows.map(({ operation, parameter }) => `${operation} ${parameter}`);
  assert.equal(findMissingRows(wanted, rows, "users.ts"), "");
  assert.deepEqual(
    rows.filter((row) => !isParameter(row)),
    [],
    "rows of parameters that do not exist",
  );
});

for (const row of silentRows) {
  test(`${row.operation} gives guests the same response for a hidden user as for a nonexistent one: ${row.parameter}`, async () => {
    const known = namesOf(realm, hidden.id, "yorick", hidden.fullName);
    const answers = await collectResponses(guest, { stage, row, hidden: known, absent: unknown });
    assert.deepEqual(answers.hidden, answers.absent);
  });

  test(`${row.operation} does not reveal which user has a hidden email address: ${row.parameter}`, async () => {
    const addressed = namesOf(realm, NO_ID, "recluse", NO_NAME);
    for (const person of [member, realm.desdemona, realm.bot]) {
      const answers = await collectResponses(person, { stage, row, hidden: addressed, absent: unknown });
      assert.deepEqual(answers.hidden, answers.absent, person.fullName);
    }
  });
}

test("the avatar of a hidden user is the same as that of a nonexistent user, by id and by email address", async () => {
  const targets = async (person: TestUser, ...who: (number | string)[]) => {
    const fetched = await Promise.all(who.map((one) => person.fetch(`/avatar/${one}`)));
    return fetched.map(({ status, headers }) => [status, headers.location]);
  };
  const [byId, byMadeUp, ...byAddress] = await targets(
    guest,
    hidden.id,
    `user${hidden.id}@${realm.host}`,
    hidden.email,
    `nemo@${realm.host}`,
  );
  assert.deepEqual([byId], await targets(guest, NO_ID));
  const kinds = [byMadeUp, ...byAddress].map((target) => String(target).replace(/[0-9a-f]{32}/, "…"));
  assert.equal(new Set(kinds).size, 1, kinds.join(" "));
});

test("a queue with a narrow to a hidden user's real address does not reveal that this user sent a message", async () => {
  const [real, shown] = [hidden.email, `user${hidden.id}@${realm.host}`];
  const listens = (sender: string) => guest.registerQueue({ narrow: [["sender", sender]], event_types: ["message"] });
  const [byReal, byShown] = [await listens(real), await listens(shown)];
  await hidden.sendToChannel(home, { content: "A fellow of infinite jest" });
  const { lastEventId } = await guest.registerQueue();
  assert.deepEqual(await byReal.eventsUpTo(lastEventId), []);
  const [event] = await byShown.eventsUpTo(lastEventId);
  assert.deepEqual([event?.["message"]?.sender_email, event?.["message"]?.sender_full_name], [shown, "Unknown user"]);
});

test("a request to change to an email address that another user hides is accepted, so that it does not reveal the other user", async () => {
  const { othello } = realm;
  assert.equal((await othello.patch("/settings", { email: hidden.email })).msg, "Email is already in use.");
  assert.equal((await othello.patch("/settings", { email: recluse.email })).result, "success");
  const sent = await realm.server.db.reader
    .selectFrom("email_change")
    .select("new_email")
    .where("user_id", "=", othello.id)
    .execute();
  assert.deepEqual(sent, [{ new_email: recluse.email }]);
});
