import { COUNT_BOUNDS, Distribution, Tally } from "@parlance/kernel/base/measures.ts";
import { JobMeasures } from "@parlance/kernel/jobs/job-measures.ts";
import { rateLimits } from "../config/rate-limits.ts";
import { CommittedEvents } from "./committed-events.ts";

/** Measures that parts of the server record while they work. The metrics show them. */
export class ServerMeasures {
  readonly committed = new CommittedEvents();
  /** Number of messages that each shared transaction has sent. */
  readonly groupSizes = new Distribution(COUNT_BOUNDS);
  /** Requests that each rate limit has refused. */
  readonly refusals = new Tally<[limit: string]>(
    ["limit"],
    rateLimits.map(({ name }) => [name]),
  );
  readonly jobMeasures = new JobMeasures();
}
