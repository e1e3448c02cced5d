import { integer, optional, postgresUrl, setting } from "../config/setting.ts";
import { defaultPoolSize, readMachineSize } from "./default-pool-size.ts";

/** The settings of the connections to PostgreSQL. */
export const databaseSettings = {
  databaseUrl: optional(postgresUrl, {
    key: "database.url",
    variable: "DATABASE_URL",
    isSecret: true,
    defaultText: "an embedded PostgreSQL in the data directory",
    meaning: "PostgreSQL database to use instead of the embedded one.",
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
