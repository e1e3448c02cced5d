// Starts the server as a new operator would, with `npm start` and an empty data directory, and stops it again. The
// server must respond, stop cleanly on SIGTERM, and leave no process running.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { packedProgram } from "../cli/packed/find.mjs";
import { NpmStartServer } from "./npm-start.ts";

/** Returns the command lines of all running processes whose command line contains a path. */
function processesThatMention(path: string): string[] {
  const commands = existsSync("/proc/self")
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(commandLine)
    : spawnSync("ps", ["-axo", "command"], { encoding: "utf8" }).stdout.split("\n");
  return commands.filter((command) => command.includes(path));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return ""; // the process has ended in the meantime
  }
}

async function hasStopped(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  );
}

async function startAndStop(): Promise<void> {
  using server = await NpmStartServer.start();
  if (packedProgram() === undefined) throw new Error("the program was not packed");
  const health = await fetch(`${server.url}/health`);
  if (!health.ok) throw new Error(`GET /health answers ${health.status}`);
  await server.stop();
  const left = processesThatMention(server.dataDir);
  if (left.length > 0) throw new Error(`left running:\n${left.join("\n")}`);
  if (!(await hasStopped(server.url))) throw new Error(`${server.url} still answers`);
}

try {
  await startAndStop();
  console.log("smoke test: started, answered, stopped, left nothing");
} catch (error) {
  console.error(`smoke test: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
