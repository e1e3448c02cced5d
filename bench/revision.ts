import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createLogger } from "@parlance/kernel/base/log.ts";
import type { indexPendingMessages as IndexPendingMessages } from "@parlance/server/search/indexing/search-indexer.ts";
import type { withServerDatabase as WithServerDatabase } from "../testkit/servers/server-database.ts";
import type { pack as Pack } from "../tools/bootstrap/pack.mjs";
import type { BenchOrganization } from "./bench-organization.ts";
import type { addOrganizations, addUsers, UserCounts } from "./bulk-organizations.ts";
import type { createLargeHistory, LargeHistory } from "./large-history.ts";
import type { MeasuredServerOptions } from "./measured-server.ts";
import type { Postgres, startPostgres as StartPostgres } from "./postgres.ts";
import { RemoteServer } from "./remote-process.ts";
import type { ServerProcess } from "./testkit-exports.ts";

/**
 * The code of one revision of Parlance: it starts its own PostgreSQL, creates its databases with their data, and starts
 * its servers. The clients are always those of the present revision.
 */
export interface Revision extends AsyncDisposable {
  readonly postgres: Postgres;
  /** Creates an organization in a separate database. */
  createOrganization(): Promise<BenchOrganization>;
  /** Creates an organization with a history of messages. */
  createLargeHistory(messages: number): Promise<LargeHistory>;
  /** Adds users and channels to an organization that no server has loaded. */
  addUsers(organization: BenchOrganization, size: UserCounts): Promise<void>;
  /** Indexes all messages of an organization for search. */
  indexMessages(organization: BenchOrganization): Promise<void>;
  /** Starts the measured server for an organization, in a child process. */
  startServer(organization: BenchOrganization, options?: Partial<MeasuredServerOptions>): Promise<RemoteServer>;
  /** Starts a server from the command line, as operators do, with the demo organization. */
  startProgram(): Promise<ServerProcess>;
  /** Adds organizations with a few users to a server that was started from the command line. */
  addOrganizations(server: ServerProcess, count: number): Promise<void>;
}

/** Number of users of each organization that `addOrganizations` creates. */
const USERS_PER_ORGANIZATION = 20;

/** Files of a revision that `loadRevision` needs at once. */
export const ENTRY_POINTS = [
  "bench/bench-organization.ts",
  "bench/bulk-organizations.ts",
  "bench/large-history.ts",
  "bench/measured-server.ts",
  "bench/postgres.ts",
  "testkit/servers/server-process.ts",
  "tools/bootstrap/pack.mjs",
] as const;

/**
 * Loads the code of the revision that is checked out in a folder, and starts its PostgreSQL. Modules of several
 * revisions can be loaded in the same process, because each folder has its own copies.
 */
export async function loadRevision(root: string): Promise<Revision> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href);
  const [organizations, bulk, history] = (await Promise.all([
    load("bench/bench-organization.ts"),
    load("bench/bulk-organizations.ts"),
    load("bench/large-history.ts"),
  ])) as [
    { BenchOrganization: typeof BenchOrganization },
    { addOrganizations: typeof addOrganizations; addUsers: typeof addUsers },
    { createLargeHistory: typeof createLargeHistory },
  ];
  const { startPostgres } = (await load("bench/postgres.ts")) as { startPostgres: typeof StartPostgres };
  const postgres = await startPostgres();
  return {
    postgres,
    createOrganization: () => organizations.BenchOrganization.create(postgres),
    createLargeHistory: (messages) => history.createLargeHistory(postgres, messages),
    addUsers: ({ db, realmId }, size) => bulk.addUsers(db, realmId, size),
    indexMessages: async ({ db }) => {
      const { indexPendingMessages } = (await load("server/src/search/indexing/search-indexer.ts")) as {
        indexPendingMessages: typeof IndexPendingMessages;
      };
      await indexPendingMessages(db, createLogger({ level: "silent" }));
    },
    startServer: ({ connection }, options = {}) =>
      RemoteServer.start(pathToFileURL(join(root, "bench/measured-server.ts")), { connection, ...options }),
    startProgram: async () => {
      // Servers run from the packed program, as on users' machines.
      const { pack } = (await load("tools/bootstrap/pack.mjs")) as { pack: typeof Pack };
      await pack(root, process.execPath);
      const testkit = (await load("testkit/servers/server-process.ts")) as { ServerProcess: typeof ServerProcess };
      return testkit.ServerProcess.start();
    },
    addOrganizations: async (server, count) => {
      const { withServerDatabase } = (await load("testkit/servers/server-database.ts")) as {
        withServerDatabase: typeof WithServerDatabase;
      };
      await withServerDatabase(server, (db) =>
        bulk.addOrganizations(db, { organizations: count, people: USERS_PER_ORGANIZATION }),
      );
    },
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  };
}
