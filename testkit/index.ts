export { encodeParameters, type AnswerOf, type Parameters, type ParametersOf } from "@parlance/client";
export { Browser, withoutBrowser } from "./browser/browser.ts";
export type { Tab } from "./browser/browser-tab.ts";
export { whenDone } from "./cleanup.ts";
export { clock, days, hours, minutes, seconds, TestClock } from "./clock.ts";
export { writeByHand } from "./organization/by-hand.ts";
export { addCrowd } from "./organization/crowd.ts";
export { databaseOf, holdRows, withDatabase } from "./servers/server-database.ts";
export { createDatabase, testDatabase, type TestDatabase } from "./database/database.ts";
export { asParameters, call, fetchAt, type Answer, type Fetched, type UnknownAnswer } from "./http.ts";
export { deadlocksOf } from "./database/deadlocks.ts";
export { Dice } from "./random/dice.ts";
export { freePorts } from "./servers/free-ports.ts";
export { addHistory, type History, type HistorySize } from "./organization/history.ts";
export { addLargeMessages, LARGE_WORD, type LargeMessages } from "./organization/large-messages.ts";
export { untilIdle } from "./servers/idle-gauges.ts";
export { startMailbox, startServerWithMail, type Mail, type Mailbox } from "./services/mailbox.ts";
export { OwnPostgres } from "./database/own-postgres.ts";
export { startPebble, withoutPebble, type CertificateAuthority } from "./services/pebble.ts";
export {
  ALL_CAPABILITIES,
  Client,
  Person,
  type Account,
  type Narrow,
  type ReceivedEvent,
  type ToldState,
} from "./organization/person.ts";
export { ProgramUser } from "./organization/program.ts";
export { backdate, backdateMessages, newPerson, newRealm, type TestRealm } from "./organization/realm.ts";
export { SignedIn, signsIn } from "./organization/signed-in.ts";
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
} from "./servers/server.ts";
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
} from "./database/statements.ts";
export { TcpProxy } from "./services/tcp-proxy.ts";
export { nextTry, until } from "./until.ts";
export { untilHeld, untilWaiting } from "./servers/waiting.ts";
export { assertSameState, KnownState, watching } from "./watching.ts";
export { worstRequests, type WorstCase, type WorstRequest } from "./random/worst-requests.ts";
