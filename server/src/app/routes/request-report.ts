import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { errorBody } from "@parlance/kernel/http/error-response.ts";
import { NotFound } from "@parlance/kernel/http/errors.ts";
import { type HttpResponse, JSON_TYPE, writeResponse } from "@parlance/kernel/http/write-response.ts";
import { isDoctorToken } from "./doctor-token.ts";

export const REQUEST_REPORT_PATH = "/doctor/request";

/** How a request arrived at the server, from which `parlance doctor` finds errors in the configuration of proxies. */
export const requestReportSchema = z.object({
  /** Host in the request, which may have a port. */
  host: z.string(),
  /** Number of addresses in `X-Forwarded-For`: each proxy in front of the server adds one. */
  forwarded_addresses: z.int(),
});
export type RequestReport = z.output<typeof requestReportSchema>;

interface ReportOptions {
  readonly secret: Uint8Array;
  readonly clock: Clock;
}

/**
 * `GET /doctor/request`: shows `parlance doctor` how its request arrived, and proves that the address leads to this
 * server. Other clients, which do not know the server's secret, get the response of a path that does not exist.
 */
export function registerRequestReport(app: FastifyInstance, { secret, clock }: ReportOptions): void {
  app.get(REQUEST_REPORT_PATH, (request, reply) => {
    const [, token = ""] = /^Bearer (.*)$/.exec(request.headers.authorization ?? "") ?? [];
    writeResponse(reply, isDoctorToken(secret, token, clock.now()) ? reportResponse(request) : notFound);
  });
}

function reportResponse({ host, headers }: FastifyRequest): HttpResponse {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",");
  const report: RequestReport = { host, forwarded_addresses: forwarded === "" ? 0 : forwarded.split(",").length };
  const body = JSON.stringify(report);
  return { status: 200, contentType: JSON_TYPE, body, headers: { "cache-control": "no-store" } };
}

const notFound: HttpResponse = { status: 404, contentType: JSON_TYPE, body: errorBody(new NotFound()) };
