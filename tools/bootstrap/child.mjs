// Runs child processes and returns their exit codes. Forwards the signals that would end this process.
import { spawn } from "node:child_process";
import { constants } from "node:os";

/** @type {NodeJS.Signals[]} */
const FORWARDED = ["SIGTERM", "SIGINT", "SIGHUP"];

/**
 * Runs a command until it ends. Signals that this process receives in the meantime are forwarded to the command. A
 * command that runs in the foreground of a terminal may receive a single Ctrl-C twice, from the terminal and from this
 * process, so its signal handlers must tolerate this.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<number>} the exit code of the command, or 128 + n if signal n ended it
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
