import type { Attributes } from "@opentelemetry/api";

/** Description of a unit of work in a trace, which the collector shows as a span. */
export interface Work {
  readonly name: string;
  /** Properties, with the names of OpenTelemetry's conventions. They never contain what users wrote. */
  readonly attributes?: Attributes;
}

/** The outcome of a unit of work. */
export interface Outcome {
  /** The error with which the work failed. */
  readonly error?: unknown;
  readonly attributes?: Attributes;
}

/** Ends a unit of work. */
export type EndWork = (outcome?: Outcome) => void;

/** A request to which this server has not responded yet. */
export interface TracedRequest {
  /** Runs a function, whose further work then belongs to the request. */
  run(act: () => void): void;
  readonly end: EndWork;
}

/** Records what a server does and how long it takes, as traces. */
export interface Tracing {
  /** Starts the trace of a request, or continues the trace in its headers. */
  startRequest(work: Work, headers: Readonly<Record<string, unknown>>): TracedRequest;
  /** Runs an asynchronous function as a trace of its own. */
  trace<T>(work: Work, run: () => Promise<T>): Promise<T>;
  /** Starts a call of another program, such as the database. Returns undefined outside of traces that are recorded. */
  startCall(work: Work): EndWork | undefined;
}
