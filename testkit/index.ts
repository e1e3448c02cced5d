export { encodeParameters, type ResponseOf, type Parameters, type ParametersOf } from "@parlance/client";
export { Browser, STEP_TIMEOUT_MS, withoutBrowser } from "./browser/browser.ts";
export type { Tab } from "./browser/browser-tab.ts";
export { afterFile } from "./cleanup.ts";
export { clock, days, hours, minutes, seconds, TestClock } from "./test-clock.ts";
export { writeRowsDirectly } from "./organization/write-rows-directly.ts";
export { addBulkMembers } from "./organization/add-bulk-members.ts";
export { openServerDatabase, lockRows, withServerDatabase } from "./servers/server-database.ts";
export { createDatabase, createTestDatabase, type TestDatabase } from "./database/test-database.ts";
export {
  filesAsParameters,
  call,
  fetchPath,
  type ApiResponse,
  type FetchedResponse,
  type UntypedResponse,
} from "./http.ts";
export { stopAndCountDeadlocks } from "./database/count-deadlocks.ts";
export { SeededRandom } from "./random/seeded-random.ts";
export { reserveFreePorts } from "./servers/free-ports.ts";
export { addHistory, type HistoryReaders, type HistorySize } from "./organization/message-history.ts";
export { addLargeMessages, LARGE_WORD, type LargeMessages } from "./organization/large-messages.ts";
export { untilIdle } from "./servers/idle-gauges.ts";
export { startMailbox, startServerWithMail, type ReceivedEmail, type Mailbox } from "./services/mailbox.ts";
export { DedicatedPostgres } from "./database/dedicated-postgres.ts";
export { type PgBouncer, startPgBouncer, withoutPgBouncer } from "./services/pgbouncer.ts";
export { startPebble, withoutPebble, type CertificateAuthority } from "./services/pebble.ts";
export {
  ALL_CAPABILITIES,
  Client,
  TestUser,
  type Account,
  type Narrow,
  type ReceivedEvent,
  type FullState,
} from "./organization/test-user.ts";
export { UserWithUserAgent } from "./organization/user-with-user-agent.ts";
export {
  backdateUsers,
  backdateMessages,
  createTestUser,
  createTestOrganization,
  type TestOrganization,
} from "./organization/test-organization.ts";
export { SessionUser, signInWithSession } from "./organization/session-user.ts";
export {
  startServerBeside,
  startServer,
  startServerOnDatabase,
  TEST_HOST,
  TEST_SECRET,
  testServer,
  type TestServer,
  defaultRateLimits,
} from "./servers/test-server.ts";
export { ServerProcess } from "./servers/server-process.ts";
export { DIRECTORY_BASE, startSlapd, type TestDirectory, withoutSlapd } from "./services/slapd.ts";
export { SmallDisk, withoutDisks } from "./services/small-disk.ts";
export {
  countStatements,
  type StatementCounts,
  countLeastStatements,
  recordLeastStatements,
  recordStatements,
  type Statement,
} from "./database/record-statements.ts";
export { TcpProxy } from "./services/tcp-proxy.ts";
export { waitBeforeRetry, until } from "./until.ts";
export { untilPollsWaiting, untilTransactionsBlocked } from "./servers/until-blocked.ts";
export { assertSameState, ReplayedState, watchEvents } from "./watch-events.ts";
export { worstCaseRequests, type WorstCaseTargets, type WorstCaseRequest } from "./random/worst-case-requests.ts";
