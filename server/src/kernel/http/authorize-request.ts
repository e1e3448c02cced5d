import type { Directory } from "../organization-snapshot/organization-snapshot.ts";
import { AppError } from "../errors.ts";
import { required } from "../required.ts";
import type { RealmContext } from "./context.ts";
import { doorOf, type Doorkeeper, whoAsks } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { InvalidSubdomain } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Services } from "./services.ts";

/** The organization by which a request was let in. */
export interface Admission {
  readonly directory: Directory;
  readonly revision: number;
  /** Decides it anew by the organization as it is now. Rejects where the request is not to come in any more. */
  renew(directory: Directory): Promise<void>;
}

/**
 * Lets a request in: finds the organization and who asks, and refuses those to whom the endpoint is not open. Where that
 * had to be known before a large body was read, it was done then, and is not done again.
 */
export async function admit(services: Services, endpoint: Endpoint, exchange: Exchange): Promise<RealmContext> {
  const { host } = exchange.request;
  if (exchange.realm && exchange.admittedTo === endpoint) return exchange.realm;

  // The organization.
  const realm = await services.findRealm(host);
  if (realm === null) throw endpoint.withoutOrganization?.(host) ?? new InvalidSubdomain();
  exchange.realm = realm;

  // Who asks, and whether they may.
  const { directories } = services;
  const asItIs = () => directories.now(realm.id);
  if (isDecidedAgain(endpoint)) {
    // Under the lock, or with the rows that were read, if need be. Whom that would refuse is looked at by what holds now.
    await letIn(services, endpoint, exchange, () => directories.lately(realm.id)).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return letIn(services, endpoint, exchange, asItIs);
    });
  } else await letIn(services, endpoint, exchange, asItIs);

  exchange.admittedTo = endpoint;
  return realm;
}

/** Whether the work itself finds out if the organization has moved on since. */
const isDecidedAgain = (endpoint: Endpoint): boolean =>
  endpoint.kind === "group" || (endpoint.kind === "read" && endpoint.isPositioned === true);

/** Finds out who asks, by the organization as `find` has it. */
export async function letIn(
  doorkeeper: Doorkeeper,
  endpoint: Endpoint,
  exchange: Exchange,
  find: () => Directory | Promise<Directory>,
): Promise<void> {
  const realm = required(exchange.realm ?? undefined);
  let isKnown = false;
  const directory = async () => {
    exchange.directory = await find();
    exchange.revision = exchange.directory.revision;
    isKnown = true;
    return exchange.directory;
  };
  exchange.actor = await whoAsks(doorOf(endpoint), realm, exchange.request, doorkeeper, directory);
  // Without credentials, something may still be read, by what the organization allows.
  if (!isKnown && endpoint.access !== "public") await directory();
}
