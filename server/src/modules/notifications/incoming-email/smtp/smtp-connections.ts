import type { Clock } from "@parlance/kernel/base/clock.ts";

/** Maximum number of concurrent connections from mail servers, in total and from one IP address. */
const MAX_CONNECTIONS = 40;
const MAX_CONNECTIONS_PER_ADDRESS = 20;
/** Maximum total size of emails that are being received or posted, in bytes. */
const MAX_BUFFERED_BYTES = 100 * 1024 * 1024;
/** Time after which an email that is still being received may be aborted to make room for others, in milliseconds. */
const SLOW_EMAIL_MS = 30_000;

interface SmtpConnection {
  readonly id: string;
  readonly address: string;
  /**
   * Time at which the connection was opened, or the last email on it started or ended, in milliseconds. Other commands
   * do not count as progress.
   */
  progressAt: number;
  state: "idle" | "receiving" | "posting";
  bufferedBytes: number;
}

/** Decides which connections from mail servers stay open, so that idle and slow connections do not block others. */
export class SmtpConnections {
  readonly #clock: Clock;
  readonly #close: (id: string) => void;
  readonly #all = new Map<string, SmtpConnection>();

  /** `close` closes a connection after a reply that asks the mail server to retry later. */
  constructor(clock: Clock, close: (id: string) => void) {
    this.#clock = clock;
    this.#close = close;
  }

  /** Admits a connection, if necessary by closing another one. Returns false if no connection can be closed. */
  open(id: string, address: string): boolean {
    const ofAddress = [...this.#all.values()].filter((one) => one.address === address);
    if (ofAddress.length >= MAX_CONNECTIONS_PER_ADDRESS && !this.#closeOne(ofAddress)) return false;
    if (this.#all.size >= MAX_CONNECTIONS && !this.#closeOne([...this.#all.values()])) return false;
    this.#all.set(id, { id, address, progressAt: this.#now(), state: "idle", bufferedBytes: 0 });
    return true;
  }

  end(id: string): void {
    this.#all.delete(id);
  }

  startEmail(id: string): void {
    const conversation = this.#all.get(id);
    if (conversation) Object.assign(conversation, { state: "receiving", progressAt: this.#now() });
  }

  /**
   * Counts received bytes of an email, if necessary after closing another connection. Returns false if there is not
   * enough memory for them.
   */
  addBytes(id: string, bytes: number): boolean {
    const conversation = this.#all.get(id);
    if (!conversation) return false;
    while (this.#bufferedBytes() + bytes > MAX_BUFFERED_BYTES) {
      const others = [...this.#all.values()].filter((other) => other !== conversation && other.bufferedBytes > 0);
      if (!this.#closeOne(others)) return false;
    }
    conversation.bufferedBytes += bytes;
    return true;
  }

  startPosting(id: string): void {
    const conversation = this.#all.get(id);
    if (conversation) conversation.state = "posting";
  }

  finishEmail(id: string): void {
    const conversation = this.#all.get(id);
    if (conversation) Object.assign(conversation, { state: "idle", progressAt: this.#now(), bufferedBytes: 0 });
  }

  /**
   * Closes the idle or slow connection that made no progress for the longest time, preferably of the address with the
   * most connections. Returns false if there is no such connection.
   */
  #closeOne(candidates: readonly SmtpConnection[]): boolean {
    const counts = new Map<string, number>();
    for (const { address } of this.#all.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    const countOf = ({ address }: SmtpConnection) => counts.get(address) ?? 0;
    const [last] = candidates
      .filter((one) => one.state === "idle" || this.#isSlow(one))
      .toSorted((one, other) => countOf(other) - countOf(one) || one.progressAt - other.progressAt);
    if (!last) return false;
    this.#all.delete(last.id);
    this.#close(last.id);
    return true;
  }

  #isSlow = ({ state, progressAt }: SmtpConnection): boolean =>
    state === "receiving" && progressAt <= this.#now() - SLOW_EMAIL_MS;

  #bufferedBytes = (): number => [...this.#all.values()].reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0);

  #now = (): number => this.#clock.elapsed();
}
