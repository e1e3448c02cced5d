import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createDatabaseFolder } from "./database-folder.ts";

/** The folder of the database in a data directory. */
const CLUSTER_FOLDER = "postgres";

/** Copies the database of a data directory whose server does not run, owners and all. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", join(from, CLUSTER_FOLDER), join(to, CLUSTER_FOLDER)]);
}

/** Gives a data directory a migrated database without content: copying one takes a tenth of making one. */
export async function copyPreparedCluster(dataDir: string): Promise<void> {
  const prepared = process.env["PARLANCE_TEST_CLUSTER"];
  if (prepared) await copyCluster(prepared, dataDir);
}

/** A new data directory with such a database in it. */
export async function createMigratedDataDirectory(prefix: string): Promise<string> {
  const dataDir = await createDatabaseFolder(prefix);
  await copyPreparedCluster(dataDir);
  return dataDir;
}
