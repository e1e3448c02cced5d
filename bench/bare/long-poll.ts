// A bare server that does only the minimum for a long poll: requests wait, and all get a response when an event occurs.
import type { ServerResponse } from "node:http";
import { handleParentCalls, processMeasures } from "../child-process.ts";
import type { RepeatableResponse } from "../http-connection.ts";
import { listen, readBody } from "./plain-server.ts";

let pendingResponses: ServerResponse[] = [];
let repeatedResponse: RepeatableResponse = { headers: {}, body: "" };

handleParentCalls({
  ...processMeasures,
  start: () =>
    listen((request, response) => {
      if (request.method === "GET") pendingResponses.push(response);
      else
        void readBody(request).then(() => {
          sendResponse(response);
          for (const waiting of pendingResponses) sendResponse(waiting);
          pendingResponses = [];
        });
    }),
  /** Sets the response that all requests will get. */
  prepare(next: RepeatableResponse): void {
    repeatedResponse = next;
  },
  pendingPolls: () => pendingResponses.length,
});

function sendResponse(response: ServerResponse): void {
  response
    .writeHead(200, { ...repeatedResponse.headers, "content-length": Buffer.byteLength(repeatedResponse.body) })
    .end(repeatedResponse.body);
}
