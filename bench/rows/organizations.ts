import { addOrganizations, addUsers } from "../bulk-organizations.ts";
import { valueAtMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import type { RemoteServer } from "../remote-process.ts";

const SMALL_ORGANIZATION_COUNT = 2000;
const USERS_PER_SMALL_ORGANIZATION = 20;
const MAX_MEGABYTES = 300;

const LARGE_ORGANIZATION_SIZE = { users: 10_000, channels: 1000, subscriptions: 500_000 };
const MAX_SECONDS = 1.5;

const MEGABYTE = 1024 * 1024;
const count = (number: number) => number.toLocaleString("en");

/**
 * Measures how much memory the process uses before and after it has loaded organizations, in megabytes, and the time
 * per organization, in seconds.
 */
async function measureLoading(server: RemoteServer, realmIds: readonly number[]) {
  const before = await server.call<number>("memory");
  const began = performance.now();
  await server.call("readOrganizations", realmIds);
  const seconds = (performance.now() - began) / 1000 / realmIds.length;
  const after = await server.call<number>("memory");
  return { before: before / MEGABYTE, after: after / MEGABYTE, seconds };
}

export const organizations: Row = {
  name: "organizations",
  work: `memory per organization of ${USERS_PER_SMALL_ORGANIZATION} users, with ${count(SMALL_ORGANIZATION_COUNT)} organizations in one process`,
  limit: null,
  unit: "KB",
  budget: null,
  comparison: "it calls the server's code, not HTTP",
  measure: measureSmall,
};

async function measureSmall(bench: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { revision, quick } = bench;
  const organization = cleanup.use(await revision.createOrganization());
  const total = quick ? SMALL_ORGANIZATION_COUNT / 10 : SMALL_ORGANIZATION_COUNT;
  bench.progress(`organizations: making ${total}`);
  const realmIds = await addOrganizations(organization.db, {
    organizations: total,
    people: USERS_PER_SMALL_ORGANIZATION,
  });
  await organization.flushStatistics();
  await using server = await revision.startServer(organization);
  // One organization is loaded first, so that memory that is allocated only once is not counted.
  await server.call("readOrganizations", [organization.realmId]);
  const { before, after, seconds } = await measureLoading(server, realmIds);
  const all = `the whole process with ${count(total)}: ${Math.round(after)} MB, at most ${MAX_MEGABYTES}`;
  const remarks: Remark[] = [
    { text: `one is read in ${(1000 * seconds).toFixed(1)} ms`, ok: null },
    { text: all, ok: after <= MAX_MEGABYTES },
  ];
  return { rounds: [{ ours: ((after - before) * 1024) / total, bare: null }], remarks };
}

export const largeOrganization: Row = {
  name: "large_organization",
  work: `memory of an organization of ${count(LARGE_ORGANIZATION_SIZE.users)} users, ${count(LARGE_ORGANIZATION_SIZE.channels)} channels and ${count(LARGE_ORGANIZATION_SIZE.subscriptions)} subscriptions`,
  limit: null,
  unit: "MB",
  budget: valueAtMost(60),
  comparison: "it calls the server's code, not HTTP",
  measure: measureLarge,
};

async function measureLarge({ revision, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await revision.createOrganization());
  const size = quick ? { users: 2000, channels: 200, subscriptions: 20_000 } : LARGE_ORGANIZATION_SIZE;
  await addUsers(organization.db, organization.realmId, size);
  await organization.flushStatistics();
  const rounds = [];
  const loads: number[] = [];
  while (rounds.length < (quick ? 1 : 3)) {
    await using server = await revision.startServer(organization);
    const { before, after, seconds } = await measureLoading(server, [organization.realmId]);
    rounds.push({ ours: after - before, bare: null });
    loads.push(seconds);
  }
  const longest = Math.max(...loads);
  const text = `read in ${longest.toFixed(2)} s, at most ${MAX_SECONDS}`;
  return { rounds, remarks: [{ text, ok: longest <= MAX_SECONDS }] };
}
