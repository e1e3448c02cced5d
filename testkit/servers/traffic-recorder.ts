import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { FinishedExchange } from "@parlance/kernel/http/services.ts";

const folder = process.env["PARLANCE_TRAFFIC_DIR"];
let lines: string[] = [];

/**
 * Records the responses of this test process's servers, so that all responses of the run can be checked against the
 * contract. Undefined unless PARLANCE_TRAFFIC_DIR is set.
 */
export const recordExchange: ((exchange: FinishedExchange) => void) | undefined = folder
  ? ({ method, path, status, body }) => {
      // The body is already JSON, on a single line.
      lines.push(
        `${JSON.stringify({ method, path, status }).slice(0, -1)},"body":${toContractBody(body.trimEnd())}}\n`,
      );
      if (lines.length >= 100) appendLines(folder);
    }
  : undefined;

/** Adapts a body to the contract, according to which one setting can be null in snapshots but not in events. */
const toContractBody = (body: string): string =>
  body.replaceAll('"property":"twenty_four_hour_time","value":null', '"property":"twenty_four_hour_time"');

function appendLines(into: string): void {
  if (lines.length > 0) appendFileSync(join(into, `${process.pid}.jsonl`), lines.join(""));
  lines = [];
}

if (folder) process.on("exit", () => appendLines(folder));
