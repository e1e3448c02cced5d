import { integer, optional, setting, string, type ValuesOf, webFolder } from "../config/setting.ts";

/** Settings of traces. */
export const tracingSettings = {
  otlpEndpoint: optional(webFolder, {
    key: "tracing.otlp_endpoint",
    variable: "PARLANCE_OTLP_ENDPOINT",
    defaultText: "none: no traces are recorded",
    meaning:
      "URL of a collector to which traces are sent with OTLP over HTTP, such as `http://127.0.0.1:4318`. The server appends `v1/traces`. See `docs/monitoring.md`.",
  }),
  otlpHeaders: setting(
    string("headers such as authorization=Bearer abc,x-team=chat", /^[\w-]+=[^,]+(,[\w-]+=[^,]+)*$/),
    {
      key: "tracing.otlp_headers",
      variable: "PARLANCE_OTLP_HEADERS",
      isSecret: true,
      default: "",
      defaultText: "none",
      meaning: "Headers of requests to the collector, such as its key: `name=value`, separated by commas.",
    },
  ),
  tracedPercent: setting(integer(1, 100), {
    key: "tracing.percent",
    variable: "PARLANCE_TRACED_PERCENT",
    default: 100,
    meaning:
      "Percentage of requests and jobs that are traced. A request that continues a trace is always traced if that trace is.",
  }),
};

export type TracingSettings = ValuesOf<typeof tracingSettings>;
