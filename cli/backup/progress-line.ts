import type { BackupProgress, ReportProgress } from "@parlance/kernel/backup/backup-progress.ts";
import type { GlobalOptions } from "../output.ts";

const TERMINAL_INTERVAL_MS = 200;
const NON_TERMINAL_INTERVAL_MS = 5000;

/**
 * Reports progress on standard error. On a terminal, a single line is updated; otherwise, and with `--json`, a new line
 * is printed from time to time.
 */
export function createProgressLine({ json, shell }: GlobalOptions): { report: ReportProgress; end: () => void } {
  const { stderr } = shell;
  const terminal = stderr.isTTY && !json;
  let last = Date.now() - (terminal ? TERMINAL_INTERVAL_MS : 0);
  let isShown = false;
  const report: ReportProgress = (progress) => {
    if (Date.now() - last < (terminal ? TERMINAL_INTERVAL_MS : NON_TERMINAL_INTERVAL_MS)) return;
    last = Date.now();
    isShown = true;
    if (json) stderr.write(`${JSON.stringify({ progress })}\n`);
    else stderr.write(terminal ? `\r\u001b[K${formatProgress(progress)}` : `${formatProgress(progress)}\n`);
  };
  const end = () => {
    if (terminal && isShown) stderr.write("\r\u001b[K");
  };
  return { report, end };
}

const formatProgress = ({ step, what, fraction, bytes }: BackupProgress): string =>
  `${step}${what === "" ? "" : ` ${what}`}: about ${Math.min(99, Math.floor(fraction * 100))} %, ${formatBytes(bytes)} of the file`;

/** Formats a number of bytes with a unit, such as MB. */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
