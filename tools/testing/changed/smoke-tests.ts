/** Quick tests that cover the whole product. They run with every `npm test -- --changed`. */
export const SMOKE_TESTS: readonly string[] = [
  "server/src/modules/sign-in/credentials/login.test.ts",
  "server/src/modules/messages/fetch/fetch.test.ts",
  "server/src/modules/messages/send/send.test.ts",
  "server/src/pages/sign-in/login.test.ts",
  "server/src/realtime/queues/event-queues.test.ts",
  "server/src/app/server.test.ts",
];
