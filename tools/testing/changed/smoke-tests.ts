/** Quick tests that go through the whole product: they run with every `npm test -- --changed`. */
export const SMOKE_TESTS: readonly string[] = [
  "server/src/auth/login.test.ts",
  "server/src/modules/6-messages/messages/fetch.test.ts",
  "server/src/modules/6-messages/messages/send.test.ts",
  "server/src/pages/sign-in.test.ts",
  "server/src/realtime/queues.test.ts",
  "server/src/server.test.ts",
];
