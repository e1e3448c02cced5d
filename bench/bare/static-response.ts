// The least that a large answer takes: bytes that lie ready in memory.
import { answerParent, vitals } from "../child-process.ts";
import type { Repeatable } from "../http-connection.ts";
import { listen, readBody } from "./plain-server.ts";

answerParent({
  ...vitals,
  start({ headers, body }: Repeatable): Promise<number> {
    const bytes = Buffer.from(body);
    return listen((request, response) => {
      void readBody(request).then(() =>
        response.writeHead(200, { ...headers, "content-length": bytes.length }).end(bytes),
      );
    });
  },
});
