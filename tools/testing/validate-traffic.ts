// Validates the requests and responses that the clients of the tests have recorded against the specification of the
// API.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { contractCheckerPath } from "../contract-checker.ts";
import { root } from "../paths.ts";

const ALL_RECORDINGS = "all-traffic.jsonl";

/**
 * Joins the recordings in a folder into one file.
 * @returns the path of the file, or undefined if nothing was recorded
 */
export function joinRecordings(folder: string): string | undefined {
  const parts = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith(".jsonl") && name !== ALL_RECORDINGS)
    : [];
  if (parts.length === 0) return undefined;
  const whole = join(folder, ALL_RECORDINGS);
  writeFileSync(whole, "");
  for (const part of parts.toSorted()) {
    const text = readFileSync(join(folder, part), "utf8");
    appendFileSync(whole, text === "" || text.endsWith("\n") ? text : `${text}\n`);
  }
  return whole;
}

/** Validates the recordings. If they are valid, the report is one line; otherwise, it contains all violations. */
export function validateTraffic(folder: string, checker = contractCheckerPath): { ok: boolean; report: string } {
  if (checker === undefined)
    return {
      ok: true,
      report: "recorded traffic: not compared with the API's own description, which is not part of this checkout",
    };
  const recording = joinRecordings(folder);
  if (recording === undefined) return { ok: true, report: "recorded traffic: none" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [checker, "validate", recording], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const output = `${stdout}${stderr}`.trimEnd();
  if (status === 0) return { ok: true, report: `recorded traffic: ${output.split("\n").at(-1)}` };
  return { ok: false, report: `${output}\nrecorded traffic: FAILED, stored in ${recording}` };
}
