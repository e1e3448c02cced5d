import { lockGroups } from "#modules/groups/core/group-locks.ts";
import {
  changeFromDirectory,
  createFromDirectory,
  deactivateFromDirectory,
  deleteFromDirectory,
} from "../actions/sync-user.ts";
import {
  listResponse,
  parsePage,
  projectAttributes,
  type ScimResponse,
  type ScimRequest,
  type ScimMethods,
  isAttributeRequested,
} from "../protocol/scim-request.ts";
import { notFound } from "../errors.ts";
import { filterCondition, parseFilter } from "../protocol/scim-filter.ts";
import { parseResourceId } from "../groups/groups.ts";
import { applyPatch } from "../protocol/scim-patch.ts";
import { userAttributes, parseUserDraft } from "./user-draft.ts";
import { findScimUser, listScimUsers, loadMemberships, type ScimUser, presentUser, userColumns } from "./users.ts";

export const users: ScimMethods = {
  async GET({ db, realm, base, query }) {
    const page = parsePage(query);
    const { filter } = query;
    const condition = filter === undefined ? null : filterCondition(await parseFilter(filter), userColumns);
    const { total, people } = await listScimUsers(db.reader, realm.id, { ...page, condition });
    const memberships = isAttributeRequested(query, "groups") ? await loadMemberships(db.reader, realm.id, people) : [];
    const resources = people.map((person) => projectAttributes(presentUser(person, memberships, base), query));
    return listResponse({ total, offset: page.offset, resources });
  },
  async POST(call) {
    const { db, realm, body, now } = call;
    const draft = parseUserDraft(body, null);
    const id = await db.write((tx) => createFromDirectory(tx, draft, { realm, now }));
    if (!draft.isActive) await db.write((tx) => deactivateFromDirectory(tx, id, { realm, now }));
    return { ...(await userResponse(call, id, 201)), location: `${call.base}/Users/${id}` };
  },
};

export const user: ScimMethods = {
  GET: async (call) => userResponse(call, (await loadUser(call)).id),
  PUT: (call) => changeUser(call, () => call.body),
  PATCH: (call) =>
    changeUser(call, (person) => applyPatch(presentUser(person, [], call.base), call.body, userAttributes)),
  async DELETE(call) {
    const { db, realm, now } = call;
    const { id } = await loadUser(call);
    await db.write((tx) => deleteFromDirectory(tx, id, { realm, now }));
    return { status: 204 };
  },
};

async function loadUser({ db, realm, id }: ScimRequest): Promise<ScimUser> {
  const person = await findScimUser(db.reader, realm.id, parseResourceId(id) ?? 0);
  if (!person) throw notFound("user");
  return person;
}

async function changeUser(call: ScimRequest, wanted: (person: ScimUser) => unknown): Promise<ScimResponse> {
  const { db, realm, now } = call;
  const { id } = await loadUser(call);
  await db.write(async (tx) => {
    // The lock prevents this change from overwriting a concurrent one.
    await lockGroups(tx, realm.id);
    const person = await findScimUser(tx, realm.id, id);
    if (!person) throw notFound("user");
    await changeFromDirectory(tx, id, parseUserDraft(wanted(person), person), { realm, now });
  });
  return userResponse(call, id);
}

async function userResponse({ db, realm, base, query }: ScimRequest, id: number, status = 200): Promise<ScimResponse> {
  const person = await findScimUser(db.reader, realm.id, id);
  if (!person) throw notFound("user");
  const memberships = isAttributeRequested(query, "groups") ? await loadMemberships(db.reader, realm.id, [person]) : [];
  return { status, body: projectAttributes(presentUser(person, memberships, base), query) };
}
