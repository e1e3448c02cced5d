export { encodeParameters, type AnswerOf, type Parameters, type ParametersOf } from "@parlance/client";
export { Browser, withoutBrowser } from "./browser.ts";
export type { Tab } from "./browser-tab.ts";
export { whenDone } from "./cleanup.ts";
export { clock, days, hours, minutes, seconds, TestClock } from "./clock.ts";
export { writeByHand } from "./by-hand.ts";
export { addCrowd } from "./crowd.ts";
export { databaseOf, holdRows, withDatabase } from "./server-database.ts";
export { createDatabase, testDatabase, type TestDatabase } from "./database.ts";
export { asParameters, call, fetchAt, type Answer, type Fetched, type UnknownAnswer } from "./http.ts";
export { deadlocksOf } from "./deadlocks.ts";
export { Dice } from "./dice.ts";
export { freePorts } from "./free-ports.ts";
export { addHistory, type History, type HistorySize } from "./history.ts";
export { addLargeMessages, LARGE_WORD, type LargeMessages } from "./large-messages.ts";
export { untilIdle } from "./idle-gauges.ts";
export { startMailbox, startServerWithMail, type Mail, type Mailbox } from "./mailbox.ts";
export { OwnPostgres } from "./own-postgres.ts";
export { startPebble, withoutPebble, type CertificateAuthority } from "./pebble.ts";
export {
  ALL_CAPABILITIES,
  Client,
  Person,
  type Account,
  type Narrow,
  type ReceivedEvent,
  type ToldState,
} from "./person.ts";
export { ProgramUser } from "./program.ts";
export { backdate, backdateMessages, newPerson, newRealm, type TestRealm } from "./realm.ts";
export { SignedIn, signsIn } from "./signed-in.ts";
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
} from "./server.ts";
export { ServerProcess } from "./server-process.ts";
export { DIRECTORY_BASE, startSlapd, type TestDirectory, withoutSlapd } from "./slapd.ts";
export { SmallDisk, withoutDisks } from "./small-disk.ts";
export {
  countStatements,
  type DatabaseWork,
  leastStatements,
  leastWork,
  recordStatements,
  type Statement,
} from "./statements.ts";
export { TcpProxy } from "./tcp-proxy.ts";
export { nextTry, until } from "./until.ts";
export { untilHeld, untilWaiting } from "./waiting.ts";
export { assertSameState, KnownState, watching } from "./watching.ts";
export { worstRequests, type WorstCase, type WorstRequest } from "./worst-requests.ts";
