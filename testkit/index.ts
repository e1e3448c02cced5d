export { testDatabase, type TestDatabase } from "./database.ts";
