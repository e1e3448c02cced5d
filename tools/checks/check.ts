// What a check is, and the two kinds there are: another program's verdict, and a list of problems that we found ourselves.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "../paths.ts";

export interface Outcome {
  ok: boolean;
  /** What to show of it: always when it fails, never when all is well. */
  output: string;
}

export interface Check {
  name: string;
  about: string;
  run(): Promise<Outcome>;
}

/** Runs a script or a package's command under this Node and takes its exit status as the verdict. */
export function program(script: string, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, output: output.trimEnd() }));
  });
}

/** A check of our own: well when it finds nothing. */
export function verdict(problems: readonly string[]): Outcome {
  return { ok: problems.length === 0, output: problems.join("\n") };
}
