import type { Progress, Report } from "@parlance/server/kernel/db/backup/backup-progress.ts";
import type { GlobalOptions } from "../output.ts";

const ON_TERMINAL_MS = 200;
const ELSEWHERE_MS = 5000;

/** Tells on standard error how far something is: one line that changes on a terminal, else a line now and then. */
export function progressLine({ json, shell }: GlobalOptions): { report: Report; end: () => void } {
  const { stderr } = shell;
  const terminal = stderr.isTTY && !json;
  let last = Date.now() - (terminal ? ON_TERMINAL_MS : 0);
  let isShown = false;
  const report: Report = (progress) => {
    if (Date.now() - last < (terminal ? ON_TERMINAL_MS : ELSEWHERE_MS)) return;
    last = Date.now();
    isShown = true;
    if (json) stderr.write(`${JSON.stringify({ progress })}\n`);
    else stderr.write(terminal ? `\r\u001b[K${sentence(progress)}` : `${sentence(progress)}\n`);
  };
  const end = () => {
    if (terminal && isShown) stderr.write("\r\u001b[K");
  };
  return { report, end };
}

const sentence = ({ step, what, part, bytes }: Progress): string =>
  `${step}${what === "" ? "" : ` ${what}`}: about ${Math.min(99, Math.floor(part * 100))} %, ${size(bytes)} of the file`;

/** A number of bytes for people. */
export function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
