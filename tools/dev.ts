// `npm run dev`: runs the server, and restarts it after each change of its sources. Also updates the web client in open
// pages when its sources change.
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { createStopSignal } from "@parlance/server/app/stop-signal.ts";
import { startDevServer } from "../web/built/dev-server.mjs";
import { FileChanges } from "./dev/file-changes.ts";
import { runWithRestarts } from "./dev/restarts.ts";
import { root } from "./paths.ts";

const HELP = `usage: npm run dev [-- <options>]

Runs the server from its sources, and starts it again after each change of them; its data stays. Runs the web client beside it,
which shows changes of its own sources in open pages at once. Ctrl-C ends both, and the database.

  --port <number>          of the server, default 9800; 0 takes any that is free, another one at each start
  --web-port <number>      of the web client, default 9810
  --no-web                 the server alone
  --inspect-port <number>  for a debugger, on loopback; default 9229, 0 takes any that is free
  --data-dir <folder>      default data

Two can run at once with other ports and another folder.`;

/** Folders that contain code of the server. */
const FOLDERS = ["cli", "contract", "embedded-postgres", "emoji", "kernel", "markdown", "server"];
const isServerFile = (path: string): boolean =>
  /\.(ts|mjs|sql|json)$/.test(path) && !/\.test\.ts$|(^|\/)(fixtures|node_modules)\//.test(path);

const { values } = parseArgs({
  allowNegative: true,
  options: {
    port: { type: "string", default: "9800" },
    "web-port": { type: "string", default: "9810" },
    web: { type: "boolean", default: true },
    "inspect-port": { type: "string", default: "9229" },
    "data-dir": { type: "string", default: "data" },
    help: { type: "boolean", short: "h", default: false },
  },
});

const print = (text: string) => console.log(`dev: ${text}`);

/** Starts the server. Calls `onListening` with the server's URL once it accepts connections. */
function startServer(onListening: (url: string) => void): ChildProcess {
  const serve = ["serve", "--port", values.port, "--data-dir", values["data-dir"]];
  const child = spawn(
    process.execPath,
    [`--inspect=127.0.0.1:${values["inspect-port"]}`, join(root, "cli/parlance.ts"), ...serve],
    // The server ends when this process dies: see stopSignal. A Ctrl-C in the terminal reaches both processes, which
    // does no harm.
    { stdio: ["ignore", "pipe", "inherit", "pipe"], env: { ...process.env, PARLANCE_PARENT_FD: "3" } },
  );
  if (child.stdout === null) throw new Error("the server has no output");
  createInterface({ input: child.stdout }).on("line", (line) => {
    console.log(line);
    const url = /listening on (https?:\/\/\S+)/.exec(line)?.[1];
    if (url !== undefined) onListening(url);
  });
  return child;
}

async function main(): Promise<void> {
  const signal = createStopSignal();
  const changes = new FileChanges(root, FOLDERS, isServerFile, signal);
  let web: ReturnType<typeof startDevServer> | undefined;
  const startWeb = (url: string) => {
    if (!values.web || web !== undefined || signal.aborted) return;
    web = startDevServer(url, Number(values["web-port"]));
    web.then(
      ({ url: address }) => print(`the web client is at ${address}, with hot reload; the server alone at ${url}`),
      (error: unknown) =>
        print(`the web client did not start: ${error instanceof Error ? error.message : String(error)}`),
    );
  };
  await runWithRestarts({ start: () => startServer(startWeb), nextChange: () => changes.next(), signal, print });
  await web?.then(({ close }) => close()).catch(() => undefined);
}

if (values.help) console.log(HELP);
else if (values.web && values.port === "0") {
  console.error("dev: --port 0 needs --no-web: the web client has to know the server's address");
  process.exitCode = 2;
} else await main();
