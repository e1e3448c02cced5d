import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { describeError } from "../base/error-description.ts";
import { version } from "../base/version.ts";
import { logExportFailures } from "./export-failures.ts";
import { traceOutgoingRequests } from "./outgoing-requests.ts";
import type { TracingSettings } from "./settings.ts";
import type { EndWork, Outcome, TracedRequest, Tracing, Work } from "./tracing.ts";

/** Maximum time for sending one batch of traces, also when the server stops, in milliseconds. */
const EXPORT_TIMEOUT_MS = 5000;
/** Maximum length of a property, such as a statement, in characters. */
const MAX_ATTRIBUTE_CHARACTERS = 2000;

interface TracingOptions extends Omit<TracingSettings, "otlpEndpoint"> {
  readonly otlpEndpoint: string;
  readonly log: Logger;
}

/**
 * Sends traces to a collector with OpenTelemetry. Traces wait in memory for at most five seconds; if the collector does
 * not accept them, or if there are more than 2,048 of them, they are lost.
 */
export class OpenTelemetryTracing implements Tracing {
  readonly #contexts = new AsyncLocalStorageContextManager();
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #provider: TracerProvider;
  readonly #tracer;
  readonly #stopTracingOutgoing: () => void;

  constructor({ otlpEndpoint, otlpHeaders, tracedPercent, log }: TracingOptions) {
    const exporter = new OTLPTraceExporter({
      url: `${otlpEndpoint}v1/traces`,
      headers: parseHeaders(otlpHeaders),
      timeoutMillis: EXPORT_TIMEOUT_MS,
    });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ "service.name": "parlance", "service.version": version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracedPercent / 100) }),
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
      spanProcessors: [
        new BatchSpanProcessor({ exporter: logExportFailures(exporter, log), exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
      ],
    });
    this.#tracer = this.#provider.getTracer("parlance", version);
    this.#contexts.enable();
    this.#stopTracingOutgoing = traceOutgoingRequests(this);
  }

  startRequest({ name, attributes = {} }: Work, headers: Readonly<Record<string, unknown>>): TracedRequest {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    const context = trace.setSpan(parent, span);
    return { run: (act) => this.#contexts.with(context, act), end: (outcome) => endSpan(span, outcome) };
  }

  async trace<T>({ name, attributes = {} }: Work, run: () => Promise<T>): Promise<T> {
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes }, ROOT_CONTEXT);
    try {
      const result = await this.#contexts.with(trace.setSpan(ROOT_CONTEXT, span), run);
      endSpan(span);
      return result;
    } catch (error) {
      endSpan(span, { error });
      throw error;
    }
  }

  readonly startCall = ({ name, attributes = {} }: Work): EndWork | undefined => {
    const context: Context = this.#contexts.active();
    if (trace.getSpan(context)?.isRecording() !== true) return undefined;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context);
    return (outcome) => endSpan(span, outcome);
  };

  /** Sends the traces that wait in memory. */
  async stop(): Promise<void> {
    this.#stopTracingOutgoing();
    this.#contexts.disable();
    await this.#provider.shutdown().catch(() => undefined);
  }
}

/** Ends a span. Of an error, only its kind is recorded, because its message may contain what users wrote. */
function endSpan(span: Span, { error, attributes = {} }: Outcome = {}): void {
  span.setAttributes(attributes);
  if (error !== undefined) {
    const { code, name } = describeError(error);
    span.setAttribute("error.type", String(code ?? name)).setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Parses the setting of the headers: `name=value`, separated by commas. */
const parseHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(",")
      .filter((pair) => pair !== "")
      .map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
