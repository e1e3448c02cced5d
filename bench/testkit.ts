// What the measurements use of the test kit, file by file: its index belongs to test runs, and reports on one when loaded.
export { addCrowd } from "../testkit/crowd.ts";
export { setup } from "../testkit/global-setup.ts";
export { addHistory } from "../testkit/history.ts";
export { ServerProcess } from "../testkit/server-process.ts";
export { addLargeMessages } from "../testkit/large-messages.ts";
export { worstRequests, type WorstRequest } from "../testkit/worst-requests.ts";
