import type { SharedErrorFields } from "@parlance/contract/errors.ts";
import { z } from "zod";

/** The error code of declarations without a code. */
type DefaultCode = "BAD_REQUEST";

/** The values of fields with the schemas `S`. */
type FieldValues<S extends z.ZodRawShape> = { [K in keyof S]: z.output<S[K]> };

/**
 * `never` if an error with code `C` may not have the fields `S`, otherwise `unknown`. For codes that clients of other
 * servers know too, the contract defines the allowed fields; other codes may have any fields.
 */
type FieldsAllowed<C extends string, S extends z.ZodRawShape> = string extends C
  ? never
  : C extends keyof SharedErrorFields
    ? [Exclude<keyof S, SharedErrorFields[C][number]>] extends [never]
      ? unknown
      : never
    : unknown;

export interface ErrorDeclaration<C extends string, S extends z.ZodRawShape, V extends object> {
  /** Machine-readable identifier on the wire. */
  code?: C;
  /** HTTP status. */
  status?: number;
  /**
   * The text for the user, sent as `msg`: fixed, or built from values. Values that are not in `fields` appear only in
   * this text.
   */
  text: string | ((values: V & FieldValues<S>) => string);
  /** Further members of the error's JSON body, if the code may have them (`sharedErrorFields` of the contract). */
  fields?: z.ZodObject<S> & FieldsAllowed<C, S>;
  /** Response headers of the error, such as `Retry-After`. */
  headers?: (values: V & FieldValues<S>) => Record<string, string>;
}

/**
 * An error that is reported to the API client: it has a code, a status, a text and possibly fields. Any other thrown
 * value results in status 500, or 503 during an outage.
 */
export class AppError extends Error {
  readonly code: string | undefined;
  readonly status: number;
  /** Further members of the JSON body. */
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
  /** The error's text with a placeholder such as `{name}` for each value, for the documentation. */
  readonly sample: string;
  readonly fieldsSchema: z.ZodObject;
}

type ConstructorArguments<V extends object> = keyof V extends never ? [] : [values: V];

const placeholders = new Proxy({}, { get: (_, name) => `{${String(name)}}` });

/**
 * Declares an error class: code, status, text and fields. Endpoints list the classes that they may throw. The
 * constructor takes the values that the text, the fields and the headers need.
 */
export function defineError<const C extends string = DefaultCode, S extends z.ZodRawShape = {}, V extends object = {}>(
  declaration: ErrorDeclaration<C, S, V>,
) {
  type Values = V & FieldValues<S>;
  const { status = 400, text, headers } = declaration;
  const code: string = declaration.code ?? ("BAD_REQUEST" satisfies DefaultCode);
  const fieldsSchema: z.ZodObject = declaration.fields ?? z.object({});
  const textOf = (values: Values) => (typeof text === "string" ? text : text(values));
  return class extends AppError {
    static readonly code = code;
    static readonly status = status;
    static readonly sample = textOf(placeholders as Values);
    static readonly fieldsSchema = fieldsSchema;
    readonly values: Values;
    constructor(...[optionalValues]: ConstructorArguments<Values>) {
      const values = (optionalValues ?? {}) as Values;
      const fields = Object.keys(fieldsSchema.shape).map((name) => [name, values[name as keyof Values]]);
      super(code, status, textOf(values), Object.fromEntries(fields), headers?.(values));
      this.values = values;
    }
  };
}
