/** The folder of the server's migrations. */
export const MIGRATIONS = new URL("../../../migrations/", import.meta.url);
