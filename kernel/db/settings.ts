import { flag, integer, optional, postgresUrl, setting } from "../config/setting.ts";
import { defaultPoolSize, readMachineSize } from "./default-pool-size.ts";

/** The settings of the connections to PostgreSQL. */
export const databaseSettings = {
  databaseUrl: optional(postgresUrl, {
    key: "database.url",
    variable: "DATABASE_URL",
    isSecret: true,
    defaultText: "an embedded PostgreSQL in the data directory",
    meaning: "PostgreSQL database to use instead of the embedded one. It may be behind a connection pooler.",
  }),
  databaseDirectUrl: optional(postgresUrl, {
    key: "database.direct_url",
    variable: "PARLANCE_DATABASE_DIRECT_URL",
    isSecret: true,
    defaultText: "not used",
    meaning:
      "Address of the same database without the connection pooler. Required if `database.url` leads to a pooler in transaction mode, such as PgBouncer; not used otherwise.",
  }),
  databasePreparedStatements: setting(flag, {
    key: "database.prepared_statements",
    variable: "PARLANCE_DATABASE_PREPARED_STATEMENTS",
    default: false,
    meaning:
      "Whether requests use prepared statements through a connection pooler in transaction mode that supports them. Without such a pooler, they always do.",
  }),
  databasePoolSize: setting(integer(2, 1_000), {
    key: "database.pool_size",
    variable: "PARLANCE_DATABASE_POOL_SIZE",
    default: defaultPoolSize(readMachineSize()),
    defaultText: "`20`, or `8` with one processor core or less than 1.5 GiB of memory",
    unit: "connections",
    meaning: "Maximum number of database connections per process for requests.",
  }),
};
