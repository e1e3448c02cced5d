import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "@parlance/contract/entities/roles.ts";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import fc from "fast-check";
import { createTestOrganization, type TestUser, type TestOrganization } from "@parlance/testkit";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { loadVisibleChannels } from "#modules/channels/core/access/channel-access.ts";
import { loadGrantees } from "#modules/channels/core/announcements/channel-audience.ts";
import { hasGrantedContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { createGroup } from "#modules/groups/core/fixtures/groups.ts";
import {
  inSystemGroup,
  isIn,
  possibleStates,
  type GroupContents,
  type Operation,
  type ModelState,
} from "#modules/groups/core/fixtures/membership-model.ts";
import { hasChannelPermissionIn } from "#modules/groups/core/settings/group-settings.ts";
import { areMembers, loadDirectContents, loadMembers } from "#modules/groups/core/queries.ts";
import { loadSystemGroups, type SystemGroupName, type SystemGroups } from "#modules/groups/core/system-groups.ts";

const GROUPS = 6;
const PEOPLE = 6;
/** Indexes of groups that have permissions for channels, and therefore cannot be deactivated. */
const IN_USE = [0, 1, 2];

const group = fc.nat(GROUPS - 1);
const person = fc.nat(PEOPLE - 1);
const contents: fc.Arbitrary<GroupContents> = fc.record({
  members: fc.uniqueArray(person, { maxLength: 2 }),
  subgroups: fc.uniqueArray(group, { maxLength: 1 }),
  system: fc.uniqueArray(fc.constantFrom("role:moderators", "role:fullmembers", "role:members"), { maxLength: 1 }),
});
const nothing: GroupContents = { members: [], subgroups: [], system: [] };
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("change"), group, add: contents, remove: contents }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("deactivate group", "reactivate group"), group }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("deactivate", "reactivate"), person }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("role"), person, role: fc.constantFrom(200, 300, 400, 600) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("full members"), are: fc.boolean() }) },
);
/** Several operations that each add a subgroup to a group, and that would create a cycle if all of them succeeded. */
const circle = fc.uniqueArray(group, { minLength: 2, maxLength: 3 }).map((ring) =>
  ring.map((nth, index): Operation => {
    const inner = ring[(index + 1) % ring.length] as number;
    return { kind: "change", group: nth, add: { ...nothing, subgroups: [inner] }, remove: nothing };
  }),
);
/** Operations that run at the same time. */
const moment = fc.oneof(
  { weight: 4, arbitrary: fc.array(operation, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: circle },
);
const deactivation = (of: number): Operation => ({ kind: "deactivate", person: of });
const history = fc.array(moment, { minLength: 1, maxLength: 8 });

interface Stage {
  readonly realm: TestOrganization;
  readonly people: readonly TestUser[];
  readonly groups: readonly number[];
  /**
   * Private channels. For each except the last, the group with the same index has the permission to subscribe. For the
   * last one, all groups in `IN_USE` have it.
   */
  readonly channels: readonly number[];
  readonly system: SystemGroups;
}

async function openStage(): Promise<Stage> {
  const realm = await createTestOrganization();
  const { desdemona, iago, shiva, cordelia, othello, polonius, bot, server, realmId } = realm;
  const groups: number[] = [];
  for (let nth = 0; nth < GROUPS; nth += 1) groups.push(await createGroup(desdemona, `Group ${nth}`));
  const channels: number[] = [];
  const unnamed = { direct_members: [], direct_subgroups: IN_USE.map((nth) => groups[nth]!) };
  for (const [nth, named] of [...IN_USE.map((one) => groups[one]!), unnamed].entries()) {
    const more = { invite_only: true, can_subscribe_group: named, can_administer_channel_group: named };
    channels.push(await desdemona.createChannel(`channel ${nth}`, [desdemona], more));
  }
  const people = [iago, shiva, cordelia, othello, polonius, bot];
  return { realm, people, groups, channels, system: await loadSystemGroups(server.db.reader, realmId) };
}

const BOT = PEOPLE - 1;

const firstWorld: ModelState = {
  people: [200, 300, 400, 400, 600, 400].map((role, nth) => ({ role, isActive: true, isBot: nth === BOT })),
  groups: Array.from({ length: GROUPS }, () => ({ members: [], subgroups: [], system: [], isDeactivated: false })),
  membersAreFull: true,
  inUse: IN_USE,
};

/** Performs an operation on the server. Returns true if the operation succeeded. */
async function perform({ realm, people, groups, system }: Stage, done: Operation): Promise<boolean> {
  const { desdemona } = realm;
  const idsOf = ({ subgroups, system: names }: GroupContents) => [
    ...subgroups.map((nth) => groups[nth]!),
    ...names.map((name) => system[name as SystemGroupName]),
  ];
  const peopleOf = ({ members }: GroupContents) => members.map((nth) => people[nth]!.id);
  const { id: personId } = "person" in done ? (people[done.person] as TestUser) : { id: 0 };
  switch (done.kind) {
    case "change": {
      const lists = { add: peopleOf(done.add), delete: peopleOf(done.remove) };
      const nested = { add_subgroups: idsOf(done.add), delete_subgroups: idsOf(done.remove) };
      const answer = await desdemona.post(`/user_groups/${groups[done.group]}/members`, { ...lists, ...nested });
      return answer.result === "success" || answer.msg.startsWith("Nothing to do");
    }
    case "deactivate group":
      return (await desdemona.post(`/user_groups/${groups[done.group]}/deactivate`)).result === "success";
    case "reactivate group":
      return (await desdemona.patch(`/user_groups/${groups[done.group]}`, { deactivated: false })).result === "success";
    case "deactivate":
      return (await desdemona.delete(`/${done.person === BOT ? "bots" : "users"}/${personId}`)).result === "success";
    case "reactivate":
      return (await desdemona.post(`/users/${personId}/reactivate`)).result === "success";
    case "role":
      return (await desdemona.patch(`/users/${personId}`, { role: done.role as Role })).result === "success";
    case "full members": {
      const change = { waiting_period_threshold: done.are ? 0 : 30 };
      return (await desdemona.patch("/realm", change)).result === "success";
    }
  }
}

type Answers = Readonly<Record<string, readonly (readonly boolean[])[]>>;

/**
 * Returns the results of all functions of the server that determine membership. Each result has a row for each group or
 * channel, with a boolean for each user or, in `nested`, for each group.
 */
async function answersOf({ realm, people, groups, channels, system }: Stage): Promise<Answers> {
  const { realmId, server } = realm;
  const db = server.db.reader;
  const userIds = people.map(({ id }) => id);
  const all = [...groups, ...Object.values(system)];
  const pairs = all.flatMap((groupId) => userIds.map((userId) => ({ groupId, userId })));
  const pairAnswers = await areMembers(db, pairs);
  const members = await loadMembers(db, all);
  const direct = await loadDirectContents(db, groups);
  const known = await loadVisibleChannels(db, realmId, userIds, { ids: channels });
  const rows = await db.selectFrom("channel").selectAll().where("id", "in", channels).orderBy("id").execute();
  const snapshot = await server.snapshots.current(realmId);
  const grantedClaims = rows.flatMap((channel) =>
    userIds.map((userId) => hasChannelPermissionIn(snapshot, userId, channel, "can_subscribe_group")),
  );
  const grantees = await loadGrantees(db, rows);
  const granted = await grantedContent(db, channels, userIds);
  const inRows = (answers: readonly boolean[]) =>
    Array.from({ length: answers.length / userIds.length }, (_, row) =>
      answers.slice(row * userIds.length, (row + 1) * userIds.length),
    );
  return {
    areMembers: inRows(pairAnswers),
    membersOf: all.map((id) => userIds.map((userId) => members.get(id)?.includes(userId) ?? false)),
    direct: groups.map((id) => userIds.map((userId) => direct.get(id)?.members.includes(userId) ?? false)),
    nested: groups.map((id) => all.map((inner) => direct.get(id)?.subgroups.includes(inner) ?? false)),
    permissions: inRows(grantedClaims),
    knows: channels.map((id) => userIds.map((userId) => known.get(userId)?.includes(id) ?? false)),
    grantees: channels.map((id) => userIds.map((userId) => grantees.get(id)?.includes(userId) ?? false)),
    granted,
  };
}

async function grantedContent(db: Reader, channels: readonly number[], userIds: readonly number[]) {
  const { rows } = await sql<{ granted: boolean }>`
    select ${hasGrantedContentInSql(sql`person.id`)} as granted
    from unnest(${channels}::int[]) with ordinality as wanted(id, nth) join channel using (id)
    cross join unnest(${userIds}::int[]) with ordinality as person(id, nth)
    order by wanted.nth, person.nth`.execute(db);
  const answers = rows.map(({ granted }) => granted);
  return channels.map((_, row) => answers.slice(row * userIds.length, (row + 1) * userIds.length));
}

/** Returns the results that the functions should have according to the model. */
function expectedOf(world: ModelState, { system }: Stage): Answers {
  const everyone = world.people.map((_, nth) => nth);
  const names = Object.keys(system);
  const roleOf = (one: number) => world.people[one]?.role ?? 600;
  const isActive = (one: number) => world.people[one]?.isActive === true;
  const inGroup = world.groups.map((_, nth) => everyone.map((one) => isIn(world, nth, one)));
  const inSystem = names.map((name) => everyone.map((one) => isActive(one) && inSystemGroup(world, name, roleOf(one))));
  const named = [...IN_USE.map((nth) => [nth]), IN_USE];
  const granted = named.map((some) => everyone.map((one) => some.some((nth) => isIn(world, nth, one))));
  const members = granted.map((row) => row.map((isGranted, one) => isGranted && roleOf(one) < 600));
  return {
    areMembers: [...inGroup, ...inSystem],
    membersOf: [...inGroup, ...inSystem],
    direct: world.groups.map(({ members: own }) => everyone.map((one) => isActive(one) && own.includes(one))),
    nested: world.groups.map(({ subgroups, system: within }) => [
      ...world.groups.map((_, nth) => subgroups.includes(nth)),
      ...names.map((name) => within.includes(name)),
    ]),
    permissions: members,
    knows: members.map((row) => row.map((isGranted, one) => isGranted || (isActive(one) && roleOf(one) <= 200))),
    grantees: members,
    granted,
  };
}

/**
 * Formats the results for error messages: each row is a text such as `1..1`, which means that the first and the last of
 * four users are members.
 */
const legible = (answers: Answers) =>
  Object.fromEntries(
    Object.entries(answers).map(([name, rows]) => [
      name,
      rows.map((row) => row.map((isMember) => (isMember ? "1" : ".")).join("")),
    ]),
  );

const unique = (worlds: readonly ModelState[]): ModelState[] => [
  ...new Map(worlds.map((world) => [JSON.stringify(world), world])).values(),
];

test("after any operations on users and groups, including concurrent ones, all functions that determine membership agree with the model", async () => {
  await assertProperty(
    fc.asyncProperty(history, async (steps) => {
      const stage = await openStage();
      let worlds = [firstWorld];
      for (const operations of steps) {
        const outcomes = await Promise.all(operations.map((one) => perform(stage, one)));
        const done = operations.map((one, nth) => ({ operation: one, succeeded: outcomes[nth] === true }));
        const explained = unique(worlds.flatMap((world) => possibleStates(world, done)));
        assert.notEqual(explained.length, 0, `no order explains ${JSON.stringify(done)}`);
        const answers = await answersOf(stage);
        const matching = explained.filter((world) => isDeepStrictEqual(expectedOf(world, stage), answers));
        if (matching.length === 0) {
          const what = JSON.stringify(done);
          assert.deepEqual(legible(answers), legible(expectedOf(explained[0] as ModelState, stage)), what);
        }
        worlds = matching;
      }
    }),
    {
      rounds: 3,
      exploreRounds: 15,
      // A bot is deactivated twice. The second request succeeds without changing anything (found with seed 1535786129).
      knownCases: [{ example: [[[deactivation(BOT)], [deactivation(BOT)]]] }],
    },
  );
});
