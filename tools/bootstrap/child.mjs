// Runs child processes that end together with this process, and returns their exit codes.
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {NodeJS.Signals[]} */
const FORWARDED = ["SIGTERM", "SIGINT", "SIGHUP"];

/**
 * Runs a command until it ends, and forwards the signals that this process receives meanwhile. A child in the
 * terminal's foreground group may receive one Ctrl-C twice, from the terminal and from here, so its handlers must
 * tolerate repetition.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<number>} its exit code, or 128 + n if signal n ended it
 */
export async function runChild(command, args, options) {
  const child = spawn(command, args, options);
  const forward = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
    });
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
    for (const stream of child.stdio) stream?.destroy();
  }
}
