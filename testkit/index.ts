export { encodeParameters, type AnswerOf, type Parameters, type ParametersOf } from "@parlance/client";
export { Browser, withoutBrowser } from "./browser/browser.ts";
export type { Tab } from "./browser/browser-tab.ts";
export { whenDone } from "./cleanup.ts";
export { clock, days, hours, minutes, seconds, TestClock } from "./test-clock.ts";
export { writeByHand } from "./organization/write-rows-directly.ts";
export { addCrowd } from "./organization/add-bulk-members.ts";
export { databaseOf, holdRows, withDatabase } from "./servers/server-database.ts";
export { createDatabase, testDatabase, type TestDatabase } from "./database/test-database.ts";
export { asParameters, call, fetchAt, type Answer, type Fetched, type UnknownAnswer } from "./http.ts";
export { deadlocksOf } from "./database/count-deadlocks.ts";
export { Dice } from "./random/seeded-random.ts";
export { freePorts } from "./servers/free-ports.ts";
export { addHistory, type History, type HistorySize } from "./organization/message-history.ts";
export { addLargeMessages, LARGE_WORD, type LargeMessages } from "./organization/large-messages.ts";
export { untilIdle } from "./servers/idle-gauges.ts";
export { startMailbox, startServerWithMail, type Mail, type Mailbox } from "./services/mailbox.ts";
export { OwnPostgres } from "./database/dedicated-postgres.ts";
export { startPebble, withoutPebble, type CertificateAuthority } from "./services/pebble.ts";
export {
  ALL_CAPABILITIES,
  Client,
  Person,
  type Account,
  type Narrow,
  type ReceivedEvent,
  type ToldState,
} from "./organization/test-user.ts";
export { ProgramUser } from "./organization/user-with-user-agent.ts";
export { backdate, backdateMessages, newPerson, newRealm, type TestRealm } from "./organization/test-organization.ts";
export { SignedIn, signsIn } from "./organization/session-user.ts";
export {
  startBeside,
  startServer,
  startServerOn,
  TEST_HOST,
  TEST_SECRET,
  testServer,
  type TestServer,
  UPLOADS_FOLDER,
  usualLimits,
} from "./servers/test-server.ts";
export { ServerProcess } from "./servers/server-process.ts";
export { DIRECTORY_BASE, startSlapd, type TestDirectory, withoutSlapd } from "./services/slapd.ts";
export { SmallDisk, withoutDisks } from "./services/small-disk.ts";
export {
  countStatements,
  type DatabaseWork,
  leastStatements,
  leastWork,
  recordStatements,
  type Statement,
} from "./database/record-statements.ts";
export { TcpProxy } from "./services/tcp-proxy.ts";
export { nextTry, until } from "./until.ts";
export { untilHeld, untilWaiting } from "./servers/until-blocked.ts";
export { assertSameState, KnownState, watching } from "./watch-events.ts";
export { worstRequests, type WorstCase, type WorstRequest } from "./random/worst-case-requests.ts";
