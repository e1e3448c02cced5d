// A bare server that does only the minimum for a large response: it sends bytes that are already in memory.
import { handleParentCalls, processMeasures } from "../child-process.ts";
import type { RepeatableResponse } from "../http-connection.ts";
import { listen, readBody } from "./plain-server.ts";

handleParentCalls({
  ...processMeasures,
  start({ headers, body }: RepeatableResponse): Promise<number> {
    const bytes = Buffer.from(body);
    return listen((request, response) => {
      void readBody(request).then(() =>
        response.writeHead(200, { ...headers, "content-length": bytes.length }).end(bytes),
      );
    });
  },
});
