const MAX_LINES = 5;
const recentLines: string[] = [];

/** Where the servers of this test process log: what is told there is kept for those who are answered that something went wrong. */
export const serverLog = {
  write(line: string) {
    recentLines.push(line);
    if (recentLines.length > MAX_LINES) recentLines.shift();
    process.stdout.write(line);
  },
};

/** What the servers of this process logged last, for an answer that says of it only that something happened. */
export const describeRecentLog = (): string =>
  recentLines.length > 0 ? `\nLast in the log:\n${recentLines.join("")}` : "";
