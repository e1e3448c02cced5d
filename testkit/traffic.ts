import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { FinishedExchange } from "@parlance/server/kernel/http/services.ts";

/** Keeps what the servers of this test process answered, so that the whole run can be checked against the contract. */
export function recorder(): ((exchange: FinishedExchange) => void) | undefined {
  const folder = process.env["PARLANCE_TRAFFIC_DIR"];
  if (!folder) return undefined;
  const file = join(folder, `${process.pid}.jsonl`);
  let lines: string[] = [];
  const write = () => {
    if (lines.length > 0) appendFileSync(file, lines.join(""));
    lines = [];
  };
  process.on("exit", write);
  return ({ method, path, status, body }) => {
    lines.push(`${JSON.stringify({ method, path, status, body: JSON.parse(body) as unknown })}\n`);
    if (lines.length >= 100) write();
  };
}
