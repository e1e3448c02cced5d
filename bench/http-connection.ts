import { connect, type Socket } from "node:net";

const END_OF_HEAD = "\r\n\r\n";

export interface HttpResponse {
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  /** The body, in the pieces in which it was received. */
  readonly chunks: readonly Buffer[];
}

export const bodyText = ({ chunks }: HttpResponse): string => Buffer.concat(chunks).toString("utf8");

/** A copy of a response of the measured server, for the minimal server with which it is compared (the bare server). */
export interface RepeatableResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that a repeated response must not copy, because Node adds them or they depend on the body. */
const NODE_HEADERS: ReadonlySet<string> = new Set(["date", "connection", "keep-alive", "content-length"]);

export function toRepeatable(answer: HttpResponse): RepeatableResponse {
  const headers = [...answer.head.matchAll(/\r\n([^:]+): *([^\r]*)/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
  return {
    headers: Object.fromEntries(headers.filter(([name = ""]) => !NODE_HEADERS.has(name.toLowerCase()))) as Record<
      string,
      string
    >,
    body: bodyText(answer),
  };
}

/**
 * A persistent connection on which requests are sent one after the other. It supports only the parts of HTTP that the
 * measured servers use, so that the measuring process is fast and never the bottleneck.
 */
export class HttpConnection implements Disposable {
  readonly #socket: Socket;
  /** The beginning of a response whose head has not been received completely. */
  #incompleteHead: Buffer | null = null;
  #head = "";
  /** Number of body bytes that are still missing, or -1 while the head is incomplete. */
  #remainingBytes = -1;
  #chunks: Buffer[] = [];
  #resolve: (answer: HttpResponse) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk) => this.#receive(chunk));
    socket.on("error", (error) => this.#reject(error));
    socket.on("close", () => this.#reject(new Error("the server closed the connection")));
  }

  /** Connects to a server on this machine. */
  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new HttpConnection(socket));
      });
    });
  }

  /** Sends a request and waits for the response with any status. Must not be called again before that. */
  send(request: Buffer): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(request);
    });
  }

  /** Sends a request and waits for the response. Throws unless it is successful. */
  async fetch(request: Buffer): Promise<HttpResponse> {
    const answer = await this.send(request);
    if (answer.status !== 200) throw new Error(`status ${answer.status}: ${bodyText(answer).slice(0, 500)}`);
    return answer;
  }

  [Symbol.dispose](): void {
    this.#reject = () => undefined;
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    const body = this.#remainingBytes < 0 ? this.#readHead(chunk) : chunk;
    if (body === null) return;
    if (body.length > 0) this.#chunks.push(body);
    this.#remainingBytes -= body.length;
    if (this.#remainingBytes > 0) return;
    const answer = { status: Number(this.#head.slice(9, 12)), head: this.#head, chunks: this.#chunks };
    this.#remainingBytes = -1;
    this.#chunks = [];
    this.#resolve(answer);
  }

  /** Returns the bytes after the head, or null while the head is incomplete. */
  #readHead(chunk: Buffer): Buffer | null {
    const read = this.#incompleteHead ? Buffer.concat([this.#incompleteHead, chunk]) : chunk;
    const end = read.indexOf(END_OF_HEAD);
    this.#incompleteHead = end < 0 ? read : null;
    if (end < 0) return null;
    this.#head = read.toString("latin1", 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1];
    if (length === undefined) throw new Error(`an answer without a length:\n${this.#head}`);
    this.#remainingBytes = Number(length);
    return read.subarray(end + END_OF_HEAD.length);
  }
}
