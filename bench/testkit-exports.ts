// The parts of the test kit that the benchmarks use. They are imported from their files, because the test kit's index
// is made for test runs and prints a report when it is loaded.
export { addBulkMembers } from "../testkit/organization/add-bulk-members.ts";
export { setup } from "../testkit/global-setup.ts";
export { addHistory } from "../testkit/organization/message-history.ts";
export { ServerProcess } from "../testkit/servers/server-process.ts";
export { addLargeMessages } from "../testkit/organization/large-messages.ts";
export { worstCaseRequests, type WorstCaseRequest } from "../testkit/random/worst-case-requests.ts";
