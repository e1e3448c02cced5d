// How a tool notices that whoever started it is gone: as the server does.
export { whenParentDies } from "@parlance/server/stop-signal.ts";
