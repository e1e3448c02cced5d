import { Tally } from "../base/measures.ts";

/** Counts and durations of the jobs that a process runs. */
export class JobMeasures {
  readonly running = new Tally<[kind: string]>(["kind"]);
  readonly runs = new Tally<[kind: string, outcome: "completed" | "failed"]>(["kind", "outcome"]);
  readonly seconds = new Tally<[kind: string]>(["kind"]);
}
