// The least that a long poll takes: requests are held, and all are answered when something happens.
import type { ServerResponse } from "node:http";
import { answerParent, vitals } from "../child-process.ts";
import type { Repeatable } from "../http-connection.ts";
import { listen, readBody } from "./plain-server.ts";

let held: ServerResponse[] = [];
let answer: Repeatable = { headers: {}, body: "" };

answerParent({
  ...vitals,
  start: () =>
    listen((request, response) => {
      if (request.method === "GET") held.push(response);
      else
        void readBody(request).then(() => {
          end(response);
          for (const waiting of held) end(waiting);
          held = [];
        });
    }),
  /** Says with what to answer. */
  prepare(next: Repeatable): void {
    answer = next;
  },
  held: () => held.length,
});

function end(response: ServerResponse): void {
  response.writeHead(200, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) }).end(answer.body);
}
