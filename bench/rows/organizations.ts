import { addOrganizations, addPeople } from "../bulk-organizations.ts";
import { Organization } from "../bench-organization.ts";
import { atMost, type Bench, type Measured, type Remark, type Row } from "../row.ts";
import type { RemoteServer } from "../remote-process.ts";
import { startOurs } from "../start-servers.ts";

const SMALL = 2000;
const PEOPLE_OF_SMALL = 20;
const MOST_MEGABYTES = 300;

const LARGE = { people: 10_000, channels: 1000, subscriptions: 500_000 };
const MOST_SECONDS = 1.5;

const MEGABYTE = 1024 * 1024;
const count = (number: number) => number.toLocaleString("en");

/** Memory of the process before and after it has read some organizations, in megabytes, and how long one took. */
async function afterReading(server: RemoteServer, realmIds: readonly number[]) {
  const before = await server.call<number>("memory");
  const began = performance.now();
  await server.call("readOrganizations", realmIds);
  const seconds = (performance.now() - began) / 1000 / realmIds.length;
  const after = await server.call<number>("memory");
  return { before: before / MEGABYTE, after: after / MEGABYTE, seconds };
}

export const organizations: Row = {
  name: "organizations",
  work: `${count(SMALL)} organizations of ${PEOPLE_OF_SMALL} people in one process: what one of them takes`,
  limit: null,
  unit: "KB",
  budget: null,
  measure: measureSmall,
};

async function measureSmall(bench: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const { postgres, quick } = bench;
  const organization = cleanup.use(await Organization.create(postgres));
  const total = quick ? SMALL / 10 : SMALL;
  bench.progress(`organizations: making ${total}`);
  const realmIds = await addOrganizations(organization.db, { organizations: total, people: PEOPLE_OF_SMALL });
  await organization.settle();
  await using server = await startOurs(organization);
  // What is made once is made before.
  await server.call("readOrganizations", [organization.realmId]);
  const { before, after, seconds } = await afterReading(server, realmIds);
  const all = `the whole process with ${count(total)}: ${Math.round(after)} MB, at most ${MOST_MEGABYTES}`;
  const remarks: Remark[] = [
    { text: `one is read in ${(1000 * seconds).toFixed(1)} ms`, ok: null },
    { text: all, ok: after <= MOST_MEGABYTES },
  ];
  return { rounds: [{ ours: ((after - before) * 1024) / total, bare: null }], remarks };
}

export const largeOrganization: Row = {
  name: "large_organization",
  work: `${count(LARGE.people)} people with ${count(LARGE.subscriptions)} subscriptions to ${count(LARGE.channels)} channels: the memory it takes`,
  limit: null,
  unit: "MB",
  budget: atMost(60),
  measure: measureLarge,
};

async function measureLarge({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await Organization.create(postgres));
  const size = quick ? { people: 2000, channels: 200, subscriptions: 20_000 } : LARGE;
  await addPeople(organization.db, organization.realmId, size);
  await organization.settle();
  const rounds = [];
  const loads: number[] = [];
  while (rounds.length < (quick ? 1 : 3)) {
    await using server = await startOurs(organization);
    const { before, after, seconds } = await afterReading(server, [organization.realmId]);
    rounds.push({ ours: after - before, bare: null });
    loads.push(seconds);
  }
  const longest = Math.max(...loads);
  const text = `read in ${longest.toFixed(2)} s, at most ${MOST_SECONDS}`;
  return { rounds, remarks: [{ text, ok: longest <= MOST_SECONDS }] };
}
