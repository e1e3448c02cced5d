import { type Agent, request } from "node:https";

/** More than a service has to say. */
const MAX_ANSWER = 65_536;

export interface PostAnswer {
  readonly status: number;
  /** Undefined: the answer was no JSON. */
  readonly json: unknown;
  readonly retryAfterMs: number | undefined;
}

interface Posting {
  readonly agent: Agent;
  /** For the whole answer. */
  readonly patienceMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts something. Redirections are not followed. */
export async function post(url: string, { agent, patienceMs, headers, body }: Posting): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(patienceMs);
  const length = { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: "POST", agent, signal, headers: { ...headers, ...length } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece: string) => {
        if (text.length + piece.length > MAX_ANSWER) answer.destroy(new Error("the response is too long"));
        else text += piece;
      });
      answer.once("error", reject);
      answer.once("end", () => {
        const seconds = Number(answer.headers["retry-after"]);
        const retryAfterMs = seconds > 0 ? seconds * 1000 : undefined;
        resolve({ status: answer.statusCode ?? 0, json: jsonOf(text), retryAfterMs });
      });
    });
    asked.once("error", reject);
    asked.end(body);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
