import { lockGroups } from "#modules/groups/core/group-locks.ts";
import { changeGroupFromDirectory, createGroupFromDirectory, deleteGroupFromDirectory } from "../actions/sync-group.ts";
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
import {
  findGroup,
  type ScimGroup,
  groupAttributes,
  groupColumns,
  parseGroupDraft,
  parseResourceId,
  limitByMembers,
  listGroups,
  loadMembers,
  presentGroup,
} from "./groups.ts";
import { applyPatch } from "../protocol/scim-patch.ts";

export const groups: ScimMethods = {
  async GET({ db, realm, base, query }) {
    const page = parsePage(query);
    const { filter } = query;
    const condition = filter === undefined ? null : filterCondition(await parseFilter(filter), groupColumns);
    const { total, groups: all } = await listGroups(db.reader, realm.id, { ...page, condition });
    const withMembers = isAttributeRequested(query, "members");
    const found = withMembers ? await limitByMembers(db.reader, all) : all;
    const members = withMembers ? await loadMembers(db.reader, found) : null;
    const resources = found.map((one) => projectAttributes(presentGroup(one, members, base), query));
    return listResponse({ total, offset: page.offset, resources });
  },
  async POST(call) {
    const { db, realm, body, now } = call;
    const draft = parseGroupDraft(body);
    const id = await db.write((tx) => createGroupFromDirectory(tx, draft, { realm, now }));
    return { ...(await groupResponse(call, id, 201)), location: `${call.base}/Groups/${id}` };
  },
};

export const group: ScimMethods = {
  GET: async (call) => groupResponse(call, (await loadGroup(call)).id),
  async PUT(call) {
    const { db, realm, now, body } = call;
    const { id } = await loadGroup(call);
    const draft = parseGroupDraft(body);
    await db.write((tx) => changeGroupFromDirectory(tx, id, draft, { realm, now }));
    return groupResponse(call, id);
  },
  async PATCH(call) {
    const { db, realm, base, body, now } = call;
    const { id } = await loadGroup(call);
    await db.write(async (tx) => {
      // The lock prevents this change from overwriting a concurrent one.
      await lockGroups(tx, realm.id);
      const before = await findGroup(tx, realm.id, id);
      if (!before) throw notFound("group");
      const resource = presentGroup(before, await loadMembers(tx, [before]), base);
      await changeGroupFromDirectory(tx, id, parseGroupDraft(applyPatch(resource, body, groupAttributes)), {
        realm,
        now,
      });
    });
    // Unlike after PUT, the response contains the group only if attributes are requested, because large groups would
    // make it long.
    return call.query["attributes"] === undefined ? { status: 204 } : groupResponse(call, id);
  },
  async DELETE(call) {
    const { db, realm, now } = call;
    const { id } = await loadGroup(call);
    await db.write((tx) => deleteGroupFromDirectory(tx, id, { realm, now }));
    return { status: 204 };
  },
};

async function loadGroup({ db, realm, id }: ScimRequest): Promise<ScimGroup> {
  const found = await findGroup(db.reader, realm.id, parseResourceId(id) ?? 0);
  if (!found) throw notFound("group");
  return found;
}

async function groupResponse({ db, realm, base, query }: ScimRequest, id: number, status = 200): Promise<ScimResponse> {
  const found = await findGroup(db.reader, realm.id, id);
  if (!found) throw notFound("group");
  const members = isAttributeRequested(query, "members") ? await loadMembers(db.reader, [found]) : null;
  return { status, body: projectAttributes(presentGroup(found, members, base), query) };
}
