/** Where the measured server believes to be reached. */
export const SITE = "http://localhost";
export const SECRET: Uint8Array = Buffer.from("a secret that only the benchmarks know, long enough");
/** Connections to the database that a server keeps: as many as the default, for both sides. */
export const POOL_SIZE = 20;
