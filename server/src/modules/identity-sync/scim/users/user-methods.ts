import { lockGroups } from "#modules/groups/core/group-locks.ts";
import {
  changeFromDirectory,
  createFromDirectory,
  deactivateFromDirectory,
  deleteFromDirectory,
} from "../actions/sync-user.ts";
import {
  listed,
  pageIn,
  projected,
  type ScimAnswer,
  type ScimCall,
  type ScimMethods,
  wants,
} from "../protocol/scim-request.ts";
import { notFound } from "../errors.ts";
import { conditionOf, parseFilter } from "../protocol/scim-filter.ts";
import { idIn } from "../groups/groups.ts";
import { patched } from "../protocol/scim-patch.ts";
import { userAttributes, userDraft } from "./user-draft.ts";
import { findPerson, listPeople, membershipsOf, type Person, presentPerson, userColumns } from "./users.ts";

export const users: ScimMethods = {
  async GET({ db, realm, base, query }) {
    const page = pageIn(query);
    const { filter } = query;
    const condition = filter === undefined ? null : conditionOf(await parseFilter(filter), userColumns);
    const { total, people } = await listPeople(db.reader, realm.id, { ...page, condition });
    const memberships = wants(query, "groups") ? await membershipsOf(db.reader, realm.id, people) : [];
    const resources = people.map((person) => projected(presentPerson(person, memberships, base), query));
    return listed({ total, offset: page.offset, resources });
  },
  async POST(call) {
    const { db, realm, body, now } = call;
    const draft = userDraft(body, null);
    const id = await db.write((tx) => createFromDirectory(tx, draft, { realm, now }));
    if (!draft.isActive) await db.write((tx) => deactivateFromDirectory(tx, id, { realm, now }));
    return { ...(await shown(call, id, 201)), location: `${call.base}/Users/${id}` };
  },
};

export const user: ScimMethods = {
  GET: async (call) => shown(call, (await personIn(call)).id),
  PUT: (call) => change(call, () => call.body),
  PATCH: (call) => change(call, (person) => patched(presentPerson(person, [], call.base), call.body, userAttributes)),
  async DELETE(call) {
    const { db, realm, now } = call;
    const { id } = await personIn(call);
    await db.write((tx) => deleteFromDirectory(tx, id, { realm, now }));
    return { status: 204 };
  },
};

async function personIn({ db, realm, id }: ScimCall): Promise<Person> {
  const person = await findPerson(db.reader, realm.id, idIn(id) ?? 0);
  if (!person) throw notFound("user");
  return person;
}

async function change(call: ScimCall, wanted: (person: Person) => unknown): Promise<ScimAnswer> {
  const { db, realm, now } = call;
  const { id } = await personIn(call);
  await db.write(async (tx) => {
    // What another request has just changed must not be changed back.
    await lockGroups(tx, realm.id);
    const person = await findPerson(tx, realm.id, id);
    if (!person) throw notFound("user");
    await changeFromDirectory(tx, id, userDraft(wanted(person), person), { realm, now });
  });
  return shown(call, id);
}

async function shown({ db, realm, base, query }: ScimCall, id: number, status = 200): Promise<ScimAnswer> {
  const person = await findPerson(db.reader, realm.id, id);
  if (!person) throw notFound("user");
  const memberships = wants(query, "groups") ? await membershipsOf(db.reader, realm.id, [person]) : [];
  return { status, body: projected(presentPerson(person, memberships, base), query) };
}
