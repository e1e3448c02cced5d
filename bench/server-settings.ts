/** URL of the measured server in its settings. */
export const SITE = "http://localhost";
export const SECRET: Uint8Array = Buffer.from("a secret that only the benchmarks know, long enough");
/** Number of database connections of each server, which is the default on machines with at least two cores. */
export const POOL_SIZE = 20;
