import { recordSnapshotReload } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { TestServer } from "../servers/test-server.ts";

interface OrganizationOnServer {
  readonly realmId: number;
  readonly server: Pick<TestServer, "db">;
}

/**
 * Changes rows of an organization without the product's actions, and has servers that keep it in memory look at it anew. For what
 * no call of the API brings about, or not without more than the test is about.
 */
export const writeRowsDirectly = <T>(
  { realmId, server }: OrganizationOnServer,
  write: (tx: Tx) => Promise<T>,
): Promise<T> =>
  server.db.write((tx) => {
    recordSnapshotReload(tx, realmId);
    return write(tx);
  });
