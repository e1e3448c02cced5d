import { request as httpRequest } from "node:http";
import { encodeParameters } from "@parlance/client";
import type { BenchUser } from "./bench-organization.ts";
import type { WorstCaseRequest } from "./testkit-exports.ts";

/** Sends a request and reads its response, however long it is. Returns the status. */
export function sendLargeRequest(
  port: number,
  { method, path, parameters }: WorstCaseRequest,
  { authorization }: BenchUser,
  signal?: AbortSignal,
): Promise<number> {
  const body = Buffer.from(encodeParameters(parameters).toString());
  const headers = {
    host: "localhost",
    authorization,
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(body.length),
  };
  const options = { host: "127.0.0.1", port, method, path: `/api/v1${path}`, headers, ...(signal && { signal }) };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
      answer.on("error", reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
