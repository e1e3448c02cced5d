import { z } from "zod";

/** Text of an error: fixed, or made from the error's fields. */
type ErrorText<F> = string | ((fields: F) => string);

export interface ErrorDeclaration<F extends z.ZodObject> {
  /** Machine-readable identity on the wire. */
  code?: string;
  /** HTTP status. */
  status?: number;
  /** What the person reads in `msg`. */
  text: ErrorText<z.output<F>>;
  /** Further members of the error's JSON body. */
  fields?: F;
  /** Response headers that belong to the error, such as `Retry-After`. */
  headers?: (fields: z.output<F>) => Record<string, string>;
}

/** An error meant for the caller: it has a code, a status, a text and perhaps fields. Anything else thrown is a 500. */
export class AppError extends Error {
  readonly code: string | undefined;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: string | undefined,
    status: number,
    message: string,
    fields: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }
}

export interface ErrorClass {
  new (...args: never[]): AppError;
  readonly code: string;
  readonly status: number;
  /** The text, with `{name}` where a field's value stands. */
  readonly sample: string;
  readonly fieldsSchema: z.ZodObject;
}

type ConstructorArguments<F extends z.ZodObject> = string extends keyof z.output<F>
  ? []
  : keyof z.output<F> extends never
    ? []
    : [fields: z.output<F>];

const placeholders = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/** Declares an error once: code, status, text and fields. Endpoints list the classes they may throw. */
export function defineError<F extends z.ZodObject = z.ZodObject<Record<never, never>>>(
  declaration: ErrorDeclaration<F>,
) {
  const { code = "BAD_REQUEST", status = 400, text, headers } = declaration;
  const fieldsSchema = declaration.fields ?? z.object({});
  const say = (fields: z.output<F>) => (typeof text === "string" ? text : text(fields));
  return class extends AppError {
    static readonly code = code;
    static readonly status = status;
    static readonly sample = say(placeholders as z.output<F>);
    static readonly fieldsSchema: z.ZodObject = fieldsSchema;
    constructor(...[fields]: ConstructorArguments<F>) {
      const values = (fields ?? {}) as z.output<F>;
      const onWire = Object.fromEntries(
        Object.keys(fieldsSchema.shape).map((name) => [name, values[name as keyof typeof values]]),
      );
      super(code, status, say(values), onWire, headers?.(values));
    }
  };
}
