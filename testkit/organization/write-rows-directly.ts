import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { TestServer } from "../servers/test-server.ts";

interface OrganizationOnServer {
  readonly realmId: number;
  readonly server: Pick<TestServer, "db">;
}

/**
 * Changes rows of an organization without the product's actions, and makes servers reload the organization. For states
 * that cannot be created with the API, or only with disproportionate effort.
 */
export const writeRowsDirectly = <T>(
  { realmId, server }: OrganizationOnServer,
  write: (tx: Tx) => Promise<T>,
): Promise<T> =>
  server.db.write((tx) => {
    recordSnapshotReload(tx, realmId);
    return write(tx);
  });
