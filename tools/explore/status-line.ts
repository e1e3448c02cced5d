const REFRESH_MS = 1000;
const CLEAR_LINE = "\r\u001b[K";

/** Prints lines of output. On a terminal, a line below them shows the remaining time and the current test. */
export class StatusLine implements Disposable {
  readonly #end: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #current = "";

  constructor(ms: number) {
    this.#end = performance.now() + ms;
    if (process.stdout.isTTY) this.#timer = setInterval(() => this.#draw(), REFRESH_MS);
  }

  print(line: string): void {
    process.stdout.write(`${this.#timer ? CLEAR_LINE : ""}${line}\n`);
    this.#draw();
  }

  show(current: string): void {
    this.#current = current;
    this.#draw();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    if (this.#timer) process.stdout.write(CLEAR_LINE);
  }

  #draw(): void {
    if (!this.#timer) return;
    const seconds = Math.max(0, Math.round((this.#end - performance.now()) / 1000));
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left`;
    process.stdout.write(`${CLEAR_LINE}${left}  ${this.#current}`.slice(0, process.stdout.columns + CLEAR_LINE.length));
  }
}
