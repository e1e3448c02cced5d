import assert from "node:assert/strict";
import { test } from "node:test";
import { newPerson, type Person } from "@parlance/testkit";
import {
  exceptions,
  isPermission,
  nameChannels,
  nameMessages,
  nameNothingHidden,
  namePeople,
  PARAMETERS,
  PERMISSIONS,
} from "./fixtures/naming/parameters.ts";
import { namesOf, openPeopleStage, peopleRows } from "./fixtures/naming/users.ts";
import { answersTo, missingRows } from "./fixtures/naming/naming-row.ts";
import { operations } from "./fixtures/api-operations.ts";

/** What no account has. */
const [NO_ID, NO_NAME] = [987_654_321, "Some nemo"];

const stage = await openPeopleStage();
const { realm, guest, member, hidden, home } = stage;
const unknown = namesOf(realm, NO_ID, "nemo", NO_NAME);
const silentRows = peopleRows.filter(({ tells }) => tells === undefined);

const recluse = await newPerson(realm, { name: "recluse", fullName: "Some recluse", role: 400 });
await recluse.does("PATCH", "/settings", { email_address_visibility: 4 });

test("of every parameter it is known what it can name", async () => {
  const all = [...(await operations())];
  const names = new Set(all.flatMap(([, parameters]) => parameters));
  const full = new Set(all.flatMap(([operation, parameters]) => parameters.map((name) => `${operation} ${name}`)));
  const lists = [namePeople, nameChannels, nameMessages, nameNothingHidden];
  const isListed = (name: string) => isPermission(name) || lists.some((list) => list.has(name));
  const unlisted = [...names].filter((name) => !isListed(name));
  assert.equal(unlisted.map((name) => `say what \`${name}\` can name in ${PARAMETERS}`).join("\n"), "");
  const listed = lists.flatMap((list) => [...list]);
  assert.deepEqual(
    listed.filter((name) => !names.has(name) && !full.has(name)),
    [],
    "parameters that do not exist",
  );
});

test("every parameter that can name somebody has a row", async () => {
  const wanted = [...(await operations())].flatMap(([operation, parameters]) =>
    parameters
      .filter((name) => isPermission(name) || (namePeople.has(name) && !exceptions.has(`${operation} ${name}`)))
      .map((name) => `${operation} ${isPermission(name) ? PERMISSIONS : name}`),
  );
  const rows = peopleRows.map(({ operation, parameter }) => `${operation} ${parameter}`);
  assert.equal(missingRows(wanted, rows, "people.ts"), "");
  assert.deepEqual([...new Set(wanted)].sort(), [...new Set(rows)].sort());
});

for (const row of silentRows) {
  test(`${row.operation} tells guests of hidden people what it tells of none: ${row.parameter}`, async () => {
    const known = namesOf(realm, hidden.id, "yorick", hidden.fullName);
    const answers = await answersTo(guest, { stage, row, hidden: known, absent: unknown });
    assert.deepEqual(answers.hidden, answers.absent);
  });

  test(`${row.operation} tells nobody whose a hidden address is: ${row.parameter}`, async () => {
    const addressed = namesOf(realm, NO_ID, "recluse", NO_NAME);
    for (const person of [member, realm.desdemona, realm.bot]) {
      const answers = await answersTo(person, { stage, row, hidden: addressed, absent: unknown });
      assert.deepEqual(answers.hidden, answers.absent, person.fullName);
    }
  });
}

test("pictures of hidden people are those of none, by id and by address", async () => {
  const targets = async (person: Person, ...who: (number | string)[]) => {
    const fetched = await Promise.all(who.map((one) => person.fetches(`/avatar/${one}`)));
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

test("a queue that is narrowed to somebody's address does not tell who an unknown sender is", async () => {
  const [real, shown] = [hidden.email, `user${hidden.id}@${realm.host}`];
  const listens = (sender: string) => guest.registers({ narrow: [["sender", sender]], event_types: ["message"] });
  const [byReal, byShown] = [await listens(real), await listens(shown)];
  await hidden.writes(home, { content: "A fellow of infinite jest" });
  const { lastEventId } = await guest.registers();
  assert.deepEqual(await byReal.eventsUpTo(lastEventId), []);
  const [event] = await byShown.eventsUpTo(lastEventId);
  assert.deepEqual([event?.["message"]?.sender_email, event?.["message"]?.sender_full_name], [shown, "Unknown user"]);
});

test("the letter for a new address goes out also where the address is somebody's who hides it, and leads nowhere", async () => {
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
