/** Quick tests that go through the whole product: they run with every `npm test -- --changed`. */
export const SMOKE_TESTS: readonly string[] = [
  "server/src/modules/sign-in/login.test.ts",
  "server/src/modules/messages/core/fetch.test.ts",
  "server/src/modules/messages/core/send.test.ts",
  "server/src/pages/sign-in.test.ts",
  "server/src/realtime/queues.test.ts",
  "server/src/app/server.test.ts",
];
