export { clock, days, hours, minutes, seconds } from "./clock.ts";
export { createDatabase, testDatabase, type TestDatabase } from "./database.ts";
export { call, type Answer, type Parameters } from "./http.ts";
export { ALL_CAPABILITIES, Client, Person, type Account, type ReceivedEvent } from "./person.ts";
export { newRealm, type TestRealm } from "./realm.ts";
export { startServer, TEST_HOST, testServer, type TestServer } from "./server.ts";
export { watching } from "./watching.ts";
