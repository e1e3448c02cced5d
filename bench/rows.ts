import type { Row } from "./row.ts";
import { send } from "./rows/send.ts";
import { subscribers } from "./rows/subscribers.ts";

/** Everything that is measured, in the order of the table. */
export const rows: readonly Row[] = [send, subscribers];
