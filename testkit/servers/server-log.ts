const KEPT = 5;
const told: string[] = [];

/** Where the servers of this test process log: what is told there is kept for those who are answered that something went wrong. */
export const serverLog = {
  write(line: string) {
    told.push(line);
    if (told.length > KEPT) told.shift();
    process.stdout.write(line);
  },
};

/** What the servers of this process logged last, for an answer that says of it only that something happened. */
export const whatWasLogged = (): string => (told.length > 0 ? `\nLast in the log:\n${told.join("")}` : "");
