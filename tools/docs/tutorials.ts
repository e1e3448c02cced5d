/** A document whose steps a test follows exactly. */
interface Tutorial {
  readonly file: string;
  /** Maximum number of files, without generated ones, that the reader has to create or change. */
  readonly maxFiles: number;
}

export const tutorials: readonly Tutorial[] = [
  { file: "docs/add-an-endpoint.md", maxFiles: 12 },
  { file: "docs/add-a-screen.md", maxFiles: 9 },
];
