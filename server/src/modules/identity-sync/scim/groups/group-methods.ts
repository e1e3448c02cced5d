import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { changeGroupFromDirectory, createGroupFromDirectory, deleteGroupFromDirectory } from "../actions/sync-group.ts";
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
import {
  findGroup,
  type Group,
  groupAttributes,
  groupColumns,
  groupDraft,
  idIn,
  listableAtOnce,
  listGroups,
  membersOf,
  presentGroup,
} from "./groups.ts";
import { patched } from "../protocol/scim-patch.ts";

export const groups: ScimMethods = {
  async GET({ db, realm, base, query }) {
    const page = pageIn(query);
    const { filter } = query;
    const condition = filter === undefined ? null : conditionOf(await parseFilter(filter), groupColumns);
    const { total, groups: all } = await listGroups(db.reader, realm.id, { ...page, condition });
    const withMembers = wants(query, "members");
    const found = withMembers ? await listableAtOnce(db.reader, all) : all;
    const members = withMembers ? await membersOf(db.reader, found) : null;
    const resources = found.map((one) => projected(presentGroup(one, members, base), query));
    return listed({ total, offset: page.offset, resources });
  },
  async POST(call) {
    const { db, realm, body, now } = call;
    const draft = groupDraft(body);
    const id = await db.write((tx) => createGroupFromDirectory(tx, draft, { realm, now }));
    return { ...(await shown(call, id, 201)), location: `${call.base}/Groups/${id}` };
  },
};

export const group: ScimMethods = {
  GET: async (call) => shown(call, (await groupIn(call)).id),
  async PUT(call) {
    const { db, realm, now, body } = call;
    const { id } = await groupIn(call);
    const draft = groupDraft(body);
    await db.write((tx) => changeGroupFromDirectory(tx, id, draft, { realm, now }));
    return shown(call, id);
  },
  async PATCH(call) {
    const { db, realm, base, body, now } = call;
    const { id } = await groupIn(call);
    await db.write(async (tx) => {
      // What another request has just changed must not be changed back.
      await lockGroups(tx, realm.id);
      const before = await findGroup(tx, realm.id, id);
      if (!before) throw notFound("group");
      const resource = presentGroup(before, await membersOf(tx, [before]), base);
      await changeGroupFromDirectory(tx, id, groupDraft(patched(resource, body, groupAttributes)), { realm, now });
    });
    // A large group is not repeated after each change to it.
    return call.query["attributes"] === undefined ? { status: 204 } : shown(call, id);
  },
  async DELETE(call) {
    const { db, realm, now } = call;
    const { id } = await groupIn(call);
    await db.write((tx) => deleteGroupFromDirectory(tx, id, { realm, now }));
    return { status: 204 };
  },
};

async function groupIn({ db, realm, id }: ScimCall): Promise<Group> {
  const found = await findGroup(db.reader, realm.id, idIn(id) ?? 0);
  if (!found) throw notFound("group");
  return found;
}

async function shown({ db, realm, base, query }: ScimCall, id: number, status = 200): Promise<ScimAnswer> {
  const found = await findGroup(db.reader, realm.id, id);
  if (!found) throw notFound("group");
  const members = wants(query, "members") ? await membersOf(db.reader, [found]) : null;
  return { status, body: projected(presentGroup(found, members, base), query) };
}
