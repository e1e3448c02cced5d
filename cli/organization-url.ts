import { isIP } from "node:net";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { realmUrl } from "@parlance/server/modules/organizations/core/hosts.ts";
import { CommandError } from "./command-error.ts";
import { loadOrganizations } from "./organizations.ts";

/** Throws a clear error if the subdomain is in use. Without this check, the operator would see the database's error. */
export async function assertSubdomainAvailable(db: Reader, subdomain: string, server: string): Promise<void> {
  const owner = (await loadOrganizations(db, server)).find((one) => one.subdomain === subdomain);
  if (!owner) return;
  const advice = subdomain === "" ? "choose a subdomain with --subdomain" : "choose another subdomain with --subdomain";
  throw new CommandError(`${owner.name} is already at ${owner.url}; ${advice}`);
}

/** Returns the URL that an organization will have. */
export function organizationUrl(subdomain: string, server: string): string {
  const { hostname } = new URL(server);
  if (subdomain !== "" && isIP(hostname.replace(/^\[|\]$/g, "")) > 0) {
    throw new CommandError(
      `${hostname} cannot have subdomains; set PARLANCE_EXTERNAL_URL to the host name of the server`,
    );
  }
  return realmUrl({ subdomain, host: null }, { url: server });
}
