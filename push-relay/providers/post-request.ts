import { type Agent, request } from "node:https";

/** Maximum length of a response. No push service sends a longer one. */
const MAX_RESPONSE_LENGTH = 65_536;

export interface PostResponse {
  readonly status: number;
  /** The parsed body, or undefined if it was not JSON. */
  readonly json: unknown;
  readonly retryAfterMs: number | undefined;
}

interface PostOptions {
  readonly agent: Agent;
  /** Timeout for the whole response, in milliseconds. */
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a POST request. Redirects are not followed. */
export async function postRequest(
  url: string,
  { agent, timeoutMs, headers, body }: PostOptions,
): Promise<PostResponse> {
  const signal = AbortSignal.timeout(timeoutMs);
  const length = { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", agent, signal, headers: { ...headers, ...length } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (piece: string) => {
        if (text.length + piece.length > MAX_RESPONSE_LENGTH) answer.destroy(new Error("the response is too long"));
        else text += piece;
      });
      answer.once("error", reject);
      answer.once("end", () => {
        const seconds = Number(answer.headers["retry-after"]);
        const retryAfterMs = seconds > 0 ? seconds * 1000 : undefined;
        resolve({ status: answer.statusCode ?? 0, json: parseJson(text), retryAfterMs });
      });
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
