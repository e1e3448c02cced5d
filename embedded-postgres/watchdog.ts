import { spawn } from "node:child_process";
import { once } from "node:events";
import { spawnOptions } from "./run-command.ts";
import type { OsUser } from "./os-user.ts";

/**
 * Shell script of the watchdog. It waits for the end of its input, which occurs when the server's process ends for any
 * reason. Then it shuts the database down and removes the run directory. A line of input dismisses it: it exits without
 * any action. It sends signals only while the pidfile still names its postmaster, because a new server may have started
 * another one meanwhile.
 */
const SCRIPT = `
pid=$1 run=$2
read -r farewell && exit 0
runs() { read -r recorded < postmaster.pid && [ "$recorded" = "$pid" ] && kill -0 "$pid"; }
for measure in INT:100 QUIT:50 KILL:0; do
  runs || break
  kill -s "\${measure%:*}" "$pid"
  rm -rf -- "$run"
  tenths=0
  while [ "$tenths" -lt "\${measure#*:}" ] && runs; do sleep 0.1; tenths=$((tenths + 1)); done
done
rm -rf -- "$run"
`;

export interface Watchdog {
  /** Stops the watchdog without any action. */
  dismiss(): Promise<void>;
}

interface WatchedPostmaster {
  readonly pid: number;
  readonly clusterDir: string;
  readonly runDirectory: string;
  readonly osUser: OsUser | undefined;
}

/** Starts a small process that watches the server, so that the database does not outlive a server that is killed. */
export function startWatchdog({ pid, clusterDir, runDirectory, osUser }: WatchedPostmaster): Watchdog {
  const child = spawn("sh", ["-c", SCRIPT, "watchdog", String(pid), runDirectory], {
    ...spawnOptions({ cwd: clusterDir, osUser }),
    // The watchdog runs in a separate session, so Ctrl-C in the terminal does not end it. The server receives Ctrl-C,
    // and shuts the database down itself.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const ended = once(child, "exit").catch(() => {}); // If the watchdog cannot be started, the next server ends the processes that this server leaves behind.
  child.stdin.on("error", () => {});
  return {
    async dismiss() {
      child.stdin.end("farewell\n");
      await ended;
    },
  };
}
