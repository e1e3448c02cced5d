import { Limiter } from "../base/limiter.ts";
import { ParserProcess, type ParserProgram } from "./parser-process.ts";
import { ParsingFailure } from "./parsing-failure.ts";

/** Time after which a process without inputs is ended, in milliseconds. */
const IDLE_TIMEOUT_MS = 10_000;
/** Memory above which a process is ended after its input instead of being reused, in MiB. */
const MAX_IDLE_MEMORY_MIB = 120;
/** Maximum number of pending inputs of an owner. Further inputs are rejected. */
const MAX_PENDING_PER_OWNER = 50;

/** The owner of an input, such as the id of an organization. */
type Owner = number | string;

interface PoolOptions extends ParserProgram {
  readonly maxProcesses: number;
}

/**
 * Parses untrusted input in child processes, so that an input can harm only the process that parses it, within limits
 * of time and memory. Processes start when they are needed, are reused for further inputs until they have been idle for
 * some time, and are replaced when they die. The inputs of an owner, such as an organization, are parsed one at a time.
 */
export class ParserPool<Input, Output> {
  readonly #options: PoolOptions;
  readonly #limiter: Limiter<Owner>;
  readonly #pending = new Map<Owner, number>();
  readonly #idle = new Map<ParserProcess<Input, Output>, NodeJS.Timeout>();

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#limiter = new Limiter(options.maxProcesses);
  }

  /** @throws ParsingFailure */
  async parse(owner: Owner, input: Input): Promise<Output> {
    const pending = this.#pending.get(owner) ?? 0;
    if (pending >= MAX_PENDING_PER_OWNER) throw new ParsingFailure(this.#options.name, "busy");
    this.#pending.set(owner, pending + 1);
    try {
      return await this.#limiter.run(owner, () => this.#parse(input));
    } finally {
      const left = (this.#pending.get(owner) ?? 1) - 1;
      if (left === 0) this.#pending.delete(owner);
      else this.#pending.set(owner, left);
    }
  }

  async #parse(input: Input): Promise<Output> {
    const idle = this.#acquireIdle();
    if (!idle) return this.#parseIn(await this.#startParser(), input);
    try {
      return await this.#parseIn(idle, input);
    } catch (error) {
      // The process may have died while it was idle, for a reason other than this input. So a new process tries once
      // more.
      if (!(error instanceof ParsingFailure) || error.reason !== "crash") throw error;
      return this.#parseIn(await this.#startParser(), input);
    }
  }

  async #parseIn(parser: ParserProcess<Input, Output>, input: Input): Promise<Output> {
    try {
      const output = await parser.parse(input);
      this.#release(parser);
      return output;
    } catch (error) {
      // After an error that the parser threw, the process can be reused. All other failures have ended the process.
      if (error instanceof ParsingFailure && error.reason === "error") this.#release(parser);
      throw error;
    }
  }

  #startParser(): Promise<ParserProcess<Input, Output>> {
    return ParserProcess.start<Input, Output>(this.#options, (ended) => this.#removeIdle(ended));
  }

  #acquireIdle(): ParserProcess<Input, Output> | undefined {
    const [parser] = this.#idle.keys();
    if (parser) this.#removeIdle(parser);
    return parser;
  }

  #removeIdle(parser: ParserProcess<Input, Output>): void {
    clearTimeout(this.#idle.get(parser));
    this.#idle.delete(parser);
  }

  #release(parser: ParserProcess<Input, Output>): void {
    if (parser.memoryMiB > MAX_IDLE_MEMORY_MIB) return parser.stop();
    const stop = () => {
      this.#removeIdle(parser);
      parser.stop();
    };
    this.#idle.set(parser, setTimeout(stop, IDLE_TIMEOUT_MS).unref());
  }
}
