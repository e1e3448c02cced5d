import { HttpConnection, toRepeatable } from "../http-connection.ts";
import { COST_ROUNDS, Load, costRounds } from "../load.ts";
import { encodeRequest, type Request } from "../request.ts";
import type { BenchOrganization } from "../bench-organization.ts";
import { measuredInRounds } from "../rounds-measurement.ts";
import type { Bench, Row, MeasuredInRounds } from "../row.ts";
import { startBareServer } from "../start-bare-server.ts";

const SIZE = { users: 10_000, channels: 1000, subscriptions: 500_000 };
/** Number of users who send requests at the same time. */
const ACTIVE_USERS = 16;

const count = (number: number) => number.toLocaleString("en");
const where = `with ${count(SIZE.users)} users, ${count(SIZE.channels)} channels and ${count(SIZE.subscriptions)} subscriptions`;
const limit = "the same bytes, served from memory by node:http";

/**
 * Creates a row that measures the cost of a request in a large organization. `people`: number of users who send the
 * request at the same time.
 */
const costRow = (name: string, work: string, people: number, request: (authorization: string) => Request): Row => ({
  name,
  work: `processor time of ${work} ${where}`,
  limit,
  unit: "µs",
  budget: null,
  ...measuredInRounds({
    rounds: COST_ROUNDS,
    prepare: async (bench, cleanup) => {
      const organization = cleanup.use(await createOrganization(bench));
      const senders = await members(organization, people);
      return prepareCost(
        { bench, organization, requests: senders.map((sender) => encodeRequest(request(sender))) },
        cleanup,
      );
    },
  }),
});

export const registerCost = costRow("register_cost", "`POST /register`, one at a time,", 1, (authorization) => ({
  method: "POST",
  path: "/register",
  parameters: { slim_presence: true, client_capabilities: { user_settings_object: true, empty_topic_name: true } },
  authorization,
}));

export const presenceCost = costRow(
  "presence_cost",
  `\`POST /users/me/presence\`, by ${ACTIVE_USERS} clients that know the last update,`,
  ACTIVE_USERS,
  (authorization) => ({
    method: "POST",
    path: "/users/me/presence",
    parameters: { status: "active", last_update_id: 1 },
    authorization,
  }),
);

async function createOrganization({ revision }: Bench): Promise<BenchOrganization> {
  const organization = await revision.createOrganization();
  await revision.addUsers(organization, SIZE);
  await addPresence(organization);
  await organization.flushStatistics();
  return organization;
}

interface CostSetup {
  readonly bench: Bench;
  readonly organization: BenchOrganization;
  readonly requests: readonly Buffer[];
}

async function prepareCost(
  { bench: { revision, quick }, organization, requests }: CostSetup,
  cleanup: AsyncDisposableStack,
): Promise<MeasuredInRounds> {
  const ours = cleanup.use(await revision.startServer(organization));
  const first = cleanup.use(await HttpConnection.open(ours.port));
  const response = toRepeatable(await first.fetch(requests[0] as Buffer));
  const load = cleanup.use(await Load.connect(ours, requests));
  const kilobytes = count(Math.ceil(Buffer.byteLength(response.body) / 1024));
  return {
    ...costRounds(load, {
      quick,
      cleanup,
      connectBare: async () => Load.connect(cleanup.use(await startBareServer("static-response", response)), requests),
    }),
    createRemarks: () => [{ text: `the response has ${kilobytes} KB`, ok: null }],
  };
}

/** Adds a presence for each user. */
async function addPresence({ db, realmId }: BenchOrganization): Promise<void> {
  await db.pool.query(
    `with counted as (insert into presence_counter (realm_id, last_update_id) values ($1, 1))
     insert into user_presence (user_id, realm_id, active_at, connected_at, update_id)
     select id, realm_id, now(), now(), 1 from account where realm_id = $1`,
    [realmId],
  );
}

/** Returns the `Authorization` headers of some members. */
async function members(organization: BenchOrganization, people: number): Promise<string[]> {
  const { rows } = await organization.db.pool.query<{ id: number }>(
    "select id from account where realm_id = $1 and id <> $2 order by id limit $3",
    [organization.realmId, organization.owner.id, people],
  );
  return Promise.all(rows.map(async ({ id }) => (await organization.createUserSession(id)).authorization));
}
