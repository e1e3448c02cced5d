import { ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { errorText } from "../base/error-description.ts";

/**
 * Returns an exporter that logs when traces can no longer be sent, and when they can be sent again. Traces that were not
 * sent are lost.
 */
export function logExportFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        const hasFailed = result.code !== ExportResultCode.SUCCESS;
        if (hasFailed && !isFailing) log.warn(`traces cannot be sent to the collector: ${errorText(result.error)}`);
        if (!hasFailed && isFailing) log.info("traces are sent to the collector again");
        isFailing = hasFailed;
        onResult(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
