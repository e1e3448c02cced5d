import type { Metrics } from "../base/metrics.ts";
import { isSameSecret } from "../base/is-same-secret.ts";
import { errorBody } from "./error-response.ts";
import { defineError } from "../base/errors.ts";
import { type HttpResponse, JSON_TYPE } from "./write-response.ts";

const MetricsTokenRequired = defineError({ code: "UNAUTHORIZED", status: 401, text: "Metrics require a token" });

/** Access rules of the metrics. */
export interface MetricsAccess {
  /** Bearer token that a request must have. Default: none is needed. */
  readonly token?: string | undefined;
  /** True if a listener of its own serves the metrics, so that the app does not. */
  readonly isSeparate?: boolean;
}

/** Returns the metrics, in the format of Prometheus, or an error if the request lacks the token. */
export async function createMetricsResponse(
  metrics: Metrics,
  token: string | undefined,
  authorization: string | undefined,
): Promise<HttpResponse> {
  if (token !== undefined && !isSameSecret(authorization ?? "", `Bearer ${token}`)) return refusal();
  const { contentType } = metrics.registry;
  return { status: 200, contentType, body: await metrics.render() };
}

function refusal(): HttpResponse {
  const error = new MetricsTokenRequired();
  const headers = { "www-authenticate": "Bearer" };
  return { status: error.status, contentType: JSON_TYPE, body: errorBody(error), headers };
}
