import { type ChildProcess, fork } from "node:child_process";
import { readFile } from "node:fs/promises";
import { childEnvironment } from "./child-environment.ts";
import { ParsingFailure, type ParsingFailureReason } from "./parsing-failure.ts";
import type { ParserMessage } from "./serve-parser.ts";

/** A program that calls `serveParser`, and the limits that apply to each input. */
export interface ParserProgram {
  /** Name of the parser in errors and the log, such as "email parser". */
  readonly name: string;
  readonly file: URL;
  /** Maximum processor time for an input, in milliseconds. Checked only on systems with /proc. Default: 10 seconds. */
  readonly maxCpuMs?: number;
  /** Maximum memory for JavaScript objects, in MiB. */
  readonly maxHeapMiB: number;
  /** Maximum memory of the whole process, in MiB. Checked only on systems with /proc. */
  readonly maxMemoryMiB: number;
}

const DEFAULT_MAX_CPU_MS = 10_000;
/** Timeout for the start of a process and for each input, in milliseconds. Much longer than even busy machines need. */
const TIMEOUT_MS = 60_000;
const USAGE_CHECK_INTERVAL_MS = 50;
/** Unit in which Linux reports processor time, in milliseconds. */
const CLOCK_TICK_MS = 10;
/** Indexes of the processor times among the fields of /proc/PID/stat that follow the process's name. */
const [USER_TIME, SYSTEM_TIME] = [11, 12];
const MAX_ERROR_OUTPUT_CHARACTERS = 1000;

/** Signals with which V8 ends a process whose heap is full. */
const OUT_OF_MEMORY_SIGNALS: readonly (string | null)[] = ["SIGABRT", "SIGTRAP", "SIGILL"];

/** A child process that parses one input at a time. It keeps the server's process from exiting only while it parses. */
export class ParserProcess<Input, Output> {
  readonly #program: ParserProgram;
  readonly #child: ChildProcess;
  /** Resolves with the next message of the process. Undefined if no message is awaited. */
  #pending: PromiseWithResolvers<ParserMessage<Output>> | undefined;
  /** The reason why this process was killed, or undefined if it was not. */
  #killedFor: ParsingFailureReason | undefined;
  #errorOutput = "";
  /** Memory of the process after its last input, in MiB. */
  memoryMiB = 0;
  /** Total processor time of the process after its last input, in milliseconds. */
  #cpuMs = 0;
  readonly #onExit: (ended: ParserProcess<Input, Output>) => void;

  private constructor(program: ParserProgram, onExit: (ended: ParserProcess<Input, Output>) => void) {
    this.#program = program;
    this.#onExit = onExit;
    this.#child = fork(program.file, [], {
      env: childEnvironment(),
      execArgv: [`--max-old-space-size=${program.maxHeapMiB}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(0, MAX_ERROR_OUTPUT_CHARACTERS);
    });
    this.#child.on("message", (message) => this.#pending?.resolve(message as ParserMessage<Output>));
    this.#child.once("error", (error) => this.#end("crash", error.message));
    this.#child.once("exit", (code, signal) => {
      const reason = OUT_OF_MEMORY_SIGNALS.includes(signal) ? "memory" : "crash";
      this.#end(this.#killedFor ?? reason, `${signal ?? code} ${this.#errorOutput}`.trim());
    });
  }

  /**
   * `onExit` is called when the process has ended.
   * @throws ParsingFailure
   */
  static async start<Input, Output>(
    program: ParserProgram,
    onExit: (ended: ParserProcess<Input, Output>) => void,
  ): Promise<ParserProcess<Input, Output>> {
    const started = new ParserProcess<Input, Output>(program, onExit);
    await started.#nextAnswer("crash");
    started.#setReferenced(false);
    return started;
  }

  /** @throws ParsingFailure; unless its reason is `error`, the process has ended or is about to end */
  async parse(input: Input): Promise<Output> {
    this.#setReferenced(true);
    const check = setInterval(() => void this.#checkUsage(), USAGE_CHECK_INTERVAL_MS);
    try {
      const next = this.#nextAnswer("timeout");
      this.#child.send(input as object, (error) => error && this.#kill("crash"));
      const answer = await next;
      if (answer === "ready") throw new Error(`the ${this.#program.name} was ready twice`);
      if ("error" in answer) throw new ParsingFailure(this.#program.name, "error", answer.error);
      return answer.output;
    } finally {
      clearInterval(check);
      this.#setReferenced(false);
    }
  }

  /** Ends the process. Must not be called while it is parsing. */
  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  /**
   * Waits for the next message of the process. `reason`: the reason to record if the process does not respond in time
   * and is killed.
   */
  async #nextAnswer(reason: ParsingFailureReason): Promise<ParserMessage<Output>["result"]> {
    const pending = Promise.withResolvers<ParserMessage<Output>>();
    this.#pending = pending;
    const timer = setTimeout(() => this.#kill(reason), TIMEOUT_MS);
    try {
      const { result, memoryMiB, cpuMs } = await pending.promise;
      this.memoryMiB = memoryMiB;
      this.#cpuMs = cpuMs;
      return result;
    } finally {
      clearTimeout(timer);
      this.#pending = undefined;
    }
  }

  #kill(reason: ParsingFailureReason): void {
    this.#killedFor ??= reason;
    this.#child.kill("SIGKILL");
  }

  #end(reason: ParsingFailureReason, details: string): void {
    this.#pending?.reject(new ParsingFailure(this.#program.name, reason, details));
    this.#onExit(this);
  }

  async #checkUsage(): Promise<void> {
    const read = (file: string) => readFile(`/proc/${this.#child.pid}/${file}`, "utf8").catch(() => "");
    const [status, stat] = await Promise.all([read("status"), read("stat")]);
    const [, kib = "0"] = /^VmRSS:\s+(\d+)/m.exec(status) ?? [];
    if (Number(kib) / 1024 > this.#program.maxMemoryMiB) this.#kill("memory");
    // The fields follow the process's name, which is in parentheses and may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const cpuMs = (Number(fields[USER_TIME] ?? 0) + Number(fields[SYSTEM_TIME] ?? 0)) * CLOCK_TICK_MS;
    if (cpuMs - this.#cpuMs > (this.#program.maxCpuMs ?? DEFAULT_MAX_CPU_MS)) this.#kill("timeout");
  }

  #setReferenced(isReferenced: boolean): void {
    const { channel, stderr } = this.#child;
    const pipe = stderr as { ref?(): void; unref?(): void } | null;
    for (const handle of [this.#child, channel, pipe]) {
      if (isReferenced) handle?.ref?.();
      else handle?.unref?.();
    }
  }
}
