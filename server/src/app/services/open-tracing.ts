import type { Logger } from "pino";
import type { OpenTelemetryTracing } from "@parlance/kernel/tracing/open-telemetry.ts";
import type { TracingSettings } from "@parlance/kernel/tracing/settings.ts";

/** Starts sending traces to the collector in the settings. Returns undefined if there is none. */
export async function openTracing(
  { otlpEndpoint, otlpHeaders = "", tracedPercent = 100 }: Partial<TracingSettings>,
  log: Logger,
): Promise<OpenTelemetryTracing | undefined> {
  if (otlpEndpoint === undefined) return undefined;
  // Imported only if needed, because most servers record no traces.
  const { OpenTelemetryTracing: Traces } = await import("@parlance/kernel/tracing/open-telemetry.ts");
  return new Traces({ otlpEndpoint, otlpHeaders, tracedPercent, log });
}
