import { setPriority } from "node:os";

/**
 * A message from a parser's process to the server. The first message reports that the process is ready; afterwards,
 * there is one message for each input.
 */
export interface ParserMessage<Output> {
  readonly result: "ready" | { readonly output: Output } | { readonly error: string };
  /** Memory of the process, in MiB. */
  readonly memoryMiB: number;
  /** Processor time that the process has used since its start, in milliseconds. */
  readonly cpuMs: number;
}

/**
 * Makes the current process a parser of a `ParserPool`. It parses each input that the server sends, and ends when the
 * server ends. `niceness`: scheduling priority, from 0 (the same as the server) to 19 (the lowest).
 */
export function serveParser<Output>(
  parse: (input: never) => Output | Promise<Output>,
  { niceness }: { readonly niceness: number },
): void {
  setPriority(niceness);
  const send = (result: ParserMessage<Output>["result"]) => {
    const { user, system } = process.cpuUsage();
    const message: ParserMessage<Output> = {
      result,
      memoryMiB: process.memoryUsage.rss() / 2 ** 20,
      cpuMs: (user + system) / 1000,
    };
    process.send?.(message);
  };
  const respond = async (input: unknown) => {
    try {
      send({ output: await parse(input as never) });
    } catch (error) {
      send({ error: error instanceof Error ? error.message : String(error) });
    }
  };
  process.once("disconnect", () => process.exit());
  process.on("message", (input) => void respond(input));
  send("ready");
}
