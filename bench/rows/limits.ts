import { Load } from "../load.ts";
import { encodeRequest } from "../request.ts";
import { measureInterleaved } from "../rounds.ts";
import { timeAtMost, type Bench, type Measured, type Row } from "../row.ts";

const CLIENTS = 16;

/**
 * Rate limits with as many rules as by default, but so high that no request is rejected, because rejections would be
 * cheaper than responses.
 */
const GENEROUS_LIMITS = { PARLANCE_RATE_LIMIT_ACCOUNT: "60:1000000" };

export const limits: Row = {
  name: "limits",
  work: `processor time of a thousand GET /users/me that count toward rate limits, ${CLIENTS} clients`,
  limit: "the same without rate limits",
  unit: "ms",
  budget: timeAtMost(1.03),
  comparison: "it compares two settings of the same server",
  measure,
};

async function measure({ revision, quick }: Bench): Promise<Measured> {
  await using cleanup = new AsyncDisposableStack();
  const organization = cleanup.use(await revision.createOrganization());
  const limited = cleanup.use(await revision.startServer(organization, { rateLimits: GENEROUS_LIMITS }));
  const free = cleanup.use(await revision.startServer(organization));
  const channel = await organization.addChannel(free.port, { name: "general", size: CLIENTS });
  const people = await organization.loadSubscribers(channel, CLIENTS);
  await organization.flushStatistics();
  const requests = people.map(({ authorization }) =>
    encodeRequest({ method: "GET", path: "/users/me", authorization }),
  );
  const toLimited = cleanup.use(await Load.connect(limited, requests));
  const toFree = cleanup.use(await Load.connect(free, requests));
  // Many short rounds, because the difference is small and both servers must be measured under the same conditions.
  const [count, seconds] = quick ? [60, 0.2] : [200, 0.2];
  const rounds = await measureInterleaved(
    count,
    () => toLimited.costPerThousand(seconds),
    () => toFree.costPerThousand(seconds),
  );
  return { rounds };
}
