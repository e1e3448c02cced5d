import { addPeople } from "../bulk-organizations.ts";
import { Connection, repeatable } from "../http-connection.ts";
import { compareCosts, Load, toBytes, type Request } from "../load.ts";
import { Organization } from "../bench-organization.ts";
import type { Bench, Measured, Row } from "../row.ts";
import { startBare, startOurs } from "../start-servers.ts";

const SIZE = { people: 10_000, channels: 1000, subscriptions: 500_000 };
/** Who pings at once; of each, somebody else. */
const PINGING = 16;

const count = (number: number) => number.toLocaleString("en");
const where = `with ${count(SIZE.people)} people, ${count(SIZE.channels)} channels and ${count(SIZE.subscriptions)} subscriptions`;
const limit = "the same bytes, served from memory by node:http";

/** What a request of several people costs in a large organization. */
const costIn = (name: string, work: string, people: number, request: (authorization: string) => Request): Row => ({
  name,
  work: `processor time of ${work} ${where}`,
  limit,
  unit: "µs",
  budget: null,
  measure: (bench) => measure(bench, people, request),
});

export const registerCost = costIn("register_cost", "`POST /register`, one at a time,", 1, (authorization) => ({
  method: "POST",
  path: "/register",
  parameters: { slim_presence: true, client_capabilities: { user_settings_object: true, empty_topic_name: true } },
  authorization,
}));

export const presenceCost = costIn(
  "presence_cost",
  `\`POST /users/me/presence\`, all that is new, ${PINGING} clients,`,
  PINGING,
  (authorization) => ({
    method: "POST",
    path: "/users/me/presence",
    parameters: { status: "active", last_update_id: 1 },
    authorization,
  }),
);

async function measure({ postgres, quick }: Bench, people: number, request: (authorization: string) => Request) {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await Organization.create(postgres));
  await addPeople(organization.db, organization.realmId, SIZE);
  await addPresence(organization);
  await organization.settle();
  const ours = cleanup.use(await startOurs(organization));
  const requests = (await members(organization, people)).map((authorization) => toBytes(request(authorization)));
  const first = cleanup.use(await Connection.open(ours.port));
  const answer = repeatable(await first.fetch(requests[0] as Buffer));
  const bare = cleanup.use(await startBare("bytes", answer));
  const measured = await compareCosts(
    {
      ours: cleanup.use(await Load.connect(ours, requests)),
      bare: cleanup.use(await Load.connect(bare, requests)),
    },
    quick,
  );
  const bytes = `the answer has ${count(Math.ceil(Buffer.byteLength(answer.body) / 1024))} KB`;
  return { ...measured, remarks: [{ text: bytes, ok: null }] } satisfies Measured;
}

/** Everybody is there. */
async function addPresence({ db, realmId }: Organization): Promise<void> {
  await db.pool.query(
    `with counted as (insert into presence_counter (realm_id, last_update_id) values ($1, 1))
     insert into user_presence (user_id, realm_id, active_at, connected_at, update_id)
     select id, realm_id, now(), now(), 1 from account where realm_id = $1`,
    [realmId],
  );
}

/** How some members say who they are. */
async function members(organization: Organization, people: number): Promise<string[]> {
  const { rows } = await organization.db.pool.query<{ id: number }>(
    "select id from account where realm_id = $1 and id <> $2 order by id limit $3",
    [organization.realmId, organization.owner.id, people],
  );
  return Promise.all(rows.map(async ({ id }) => (await organization.account(id)).authorization));
}
