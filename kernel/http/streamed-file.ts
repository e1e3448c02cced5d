import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { BodyTooLarge, FileTooLarge, MalformedBody, TooManyParameters } from "./errors.ts";
import type { StreamRule } from "./uploaded-files.ts";
import type { IncomingBody } from "./incoming-body.ts";
import { createMultipartParser } from "./multipart.ts";

/** Maximum size of a form without its file, in bytes. */
const MAX_FORM_BYTES = 64 * 1024;

/** A file that is being received. */
export interface IncomingFile {
  /** The file name that the sender has chosen. It may be any text. */
  readonly name: string;
  /** The file's bytes, which can be read once. Reading them fails if the file is incomplete or invalid. */
  readonly content: AsyncIterable<Buffer>;
}

/** The file in a request whose body has not been read yet. */
export class StreamedFile {
  readonly #headers: IncomingHttpHeaders;
  readonly #body: IncomingBody | undefined;
  readonly #rule: StreamRule;

  constructor(headers: IncomingHttpHeaders, body: IncomingBody | undefined, rule: StreamRule) {
    this.#headers = headers;
    this.#body = body;
    this.#rule = rule;
  }

  /** The announced size of the body, which is slightly larger than the file, in bytes. Null if it is not announced. */
  get announcedBytes(): number | null {
    const length = this.#headers["content-length"];
    return length === undefined ? null : Number(length);
  }

  /**
   * Reads the body, and passes its single file to `store`, as fast as `store` consumes it. If the returned promise
   * rejects, the caller must undo the work of `store`.
   * @throws FileTooLarge, `Missing` and `Several` of the rule, and errors of `store` and of reading the body
   */
  async receive<T>(store: (file: IncomingFile) => Promise<T>): Promise<T> {
    const { Missing, maxBytes, maxBufferedBytes } = this.#rule;
    const body = this.#body;
    if (!body || !isForm(this.#headers)) throw new Missing();
    try {
      body.limitBytes(maxBytes + MAX_FORM_BYTES);
      body.streamThrough(maxBufferedBytes);
      const form = new StreamedForm(this.#headers, this.#rule, store);
      await form.read(body);
      return await form.result();
    } catch (error) {
      throw error instanceof BodyTooLarge ? new FileTooLarge(maxBytes) : error;
    }
  }
}

const isForm = ({ "content-type": type = "" }: IncomingHttpHeaders): boolean => /^multipart\/form-data\b/i.test(type);

/** Parses a form, and passes its single file to `store`. */
class StreamedForm<T> {
  readonly #parser;
  readonly #rule: StreamRule;
  readonly #store: (file: IncomingFile) => Promise<T>;
  readonly #failed = Promise.withResolvers<never>();
  #file: Readable | undefined;
  #stored: Promise<T> | undefined;

  constructor(headers: IncomingHttpHeaders, rule: StreamRule, store: (file: IncomingFile) => Promise<T>) {
    this.#rule = rule;
    this.#store = store;
    this.#failed.promise.catch(() => undefined);
    this.#parser = createMultipartParser(headers, rule.maxBytes)
      .on("file", (_field, stream, name) => this.#receive(stream, name))
      .on("fieldsLimit", () => this.#fail(new TooManyParameters()))
      .on("partsLimit", () => this.#fail(new TooManyParameters()))
      .on("error", () => this.#fail(new MalformedBody()));
  }

  /**
   * Reads the form. Resolves when `store` has stored the file. If it rejects, `store` has ended and no longer uses the
   * file.
   */
  async read(body: IncomingBody): Promise<void> {
    const parser = this.#parser;
    const finished = new Promise<void>((resolve) => parser.once("finish", resolve));
    try {
      await body.read((chunk) => this.#orFailure(new Promise<void>((resolve) => parser.write(chunk, () => resolve()))));
      parser.end();
      await this.#orFailure(finished);
      await this.#stored;
    } catch (error) {
      this.#fail(error as Error);
      await this.#stored?.catch(() => undefined);
      throw error;
    }
  }

  /** Returns the result of `store` for the file. */
  async result(): Promise<T> {
    if (!this.#stored) throw new this.#rule.Missing();
    return this.#stored;
  }

  #receive(stream: Readable, name: string | undefined): void {
    // The file may be incomplete. The body reports this error too.
    stream.on("error", () => undefined);
    if (this.#file) {
      stream.resume();
      this.#fail(new this.#rule.Several());
    } else if (name === undefined || name === "") {
      // If the user has chosen no file, the browser sends a file without a name.
      stream.resume();
    } else {
      this.#file = stream;
      stream.once("limit", () => this.#fail(new FileTooLarge(this.#rule.maxBytes)));
      this.#stored = this.#store({ name, content: stream });
      this.#stored.catch((error: unknown) => this.#fail(error as Error));
    }
  }

  #orFailure(work: Promise<void>): Promise<void> {
    return Promise.race([work, this.#failed.promise]);
  }

  /** Fails with the first error, which the consumer of the file receives too. */
  #fail(error: Error): void {
    this.#failed.reject(error);
    this.#file?.destroy(error);
  }
}
