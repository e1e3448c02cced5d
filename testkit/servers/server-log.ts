const MAX_LINES = 5;
const recentLines: string[] = [];

/**
 * Log destination of the servers in this test process. It prints all lines, and keeps the last ones, which explain
 * internal server errors.
 */
export const serverLog = {
  write(line: string) {
    recentLines.push(line);
    if (recentLines.length > MAX_LINES) recentLines.shift();
    process.stdout.write(line);
  },
};

/**
 * Returns the last log lines of this process's servers, to explain a response that only states that an internal error
 * occurred.
 */
export const describeRecentLog = (): string =>
  recentLines.length > 0 ? `\nLast in the log:\n${recentLines.join("")}` : "";
