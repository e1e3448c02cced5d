/** A document whose steps a test follows exactly. */
interface Tutorial {
  readonly file: string;
  /** Maximum number of files, without generated ones, that the reader has to create or change. */
  readonly maxFiles: number;
  /** The checks that can find something in the reader's files, except lint. */
  readonly checks: string;
}

export const tutorials: readonly Tutorial[] = [
  {
    file: "docs/add-an-endpoint.md",
    maxFiles: 9,
    checks:
      "format sizes layout directions floors writes tables literals globals locks chances timing unused generated names",
  },
  {
    file: "docs/add-a-screen.md",
    maxFiles: 9,
    checks: "format sizes layout directions literals globals timing unused names",
  },
];
