import { Load, toBytes } from "../load.ts";
import { Organization } from "../bench-organization.ts";
import { interleave } from "../rounds.ts";
import { timeAtMost, type Bench, type Measured, type Row } from "../row.ts";
import { startOurs } from "../start-servers.ts";

const CLIENTS = 16;

/** Rules as many as by default, and so many allowed that nobody is refused: refusals would be cheaper than answers. */
const generous = { PARLANCE_RATE_LIMIT_ACCOUNT: "60:1000000" };

export const limits: Row = {
  name: "limits",
  work: `processor time of a thousand GET /users/me, counted in rate limits, ${CLIENTS} clients`,
  limit: "the same without rate limits",
  unit: "ms",
  budget: timeAtMost(1.03),
  measure,
};

async function measure({ postgres, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await Organization.create(postgres));
  const limited = cleanup.use(await startOurs(organization, { rateLimits: generous }));
  const free = cleanup.use(await startOurs(organization));
  const channel = await organization.addChannel(free.port, { name: "general", size: CLIENTS });
  const people = await organization.subscribersOf(channel, CLIENTS);
  await organization.settle();
  const requests = people.map(({ authorization }) => toBytes({ method: "GET", path: "/users/me", authorization }));
  const toLimited = cleanup.use(await Load.connect(limited, requests));
  const toFree = cleanup.use(await Load.connect(free, requests));
  // Short rounds and many: the difference is small, and both sides must meet the same moments of the machine.
  const [count, seconds] = quick ? [60, 0.2] : [200, 0.2];
  const rounds = await interleave(
    count,
    () => toLimited.costOfThousand(seconds),
    () => toFree.costOfThousand(seconds),
  );
  return { rounds };
}
