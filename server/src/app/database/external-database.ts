import type { DatabaseAddresses } from "@parlance/kernel/db/pooler.ts";
import type { Config } from "../config/load-config.ts";

/** Returns the addresses of the database that the settings name. Undefined if the embedded one is used. */
export function externalDatabase(config: Config): DatabaseAddresses | undefined {
  const { databaseUrl, databaseDirectUrl, databasePreparedStatements: preparedStatements } = config;
  if (databaseUrl === undefined) return undefined;
  const directUrl = databaseDirectUrl === undefined ? undefined : { connectionString: databaseDirectUrl };
  return { url: { connectionString: databaseUrl }, directUrl, preparedStatements };
}
