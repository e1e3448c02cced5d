import { z } from "zod";

/** What a kind of setting accepts, and how people are told. */
export interface SettingKind<T> {
  readonly schema: z.ZodType<T, string>;
  /** Completes the sentence "It takes …". */
  readonly accepts: string;
}

/** One setting: an environment variable with a meaning. */
export interface Setting<T> extends SettingKind<T> {
  readonly variable: string;
  /** The variable's former name. It still works, with a warning. */
  readonly formerVariable?: string;
  /** One or two sentences for the person who runs the server. */
  readonly meaning: string;
  readonly unit?: string;
  /** How the default is told, where it is not a plain value. */
  readonly defaultText?: string;
  /** Never shown. */
  readonly isSecret?: true;
  /** Whether an empty variable is a value of its own. Default: it counts as not set. */
  readonly allowsEmpty?: true;
  readonly default: T;
}

export type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** The values of several settings, by their names. */
export type ValuesOf<S> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

type SettingDeclaration<T> = Omit<Setting<T>, "schema" | "accepts" | "default">;

/** A setting with a value for those who do not set it. */
export const setting = <T>(
  kind: SettingKind<T>,
  declaration: SettingDeclaration<T> & { readonly default: NoInfer<T> },
): Setting<T> => ({
  ...kind,
  ...declaration,
});

/** A setting that may stay without a value. */
export const optional = <T>(kind: SettingKind<T>, declaration: SettingDeclaration<T>): Setting<T | undefined> => ({
  ...kind,
  ...declaration,
  default: undefined,
});

export const integer = (min: number, max: number): SettingKind<number> => ({
  schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max)),
  accepts: `a whole number from ${min} to ${max}`,
});

export const oneOf = <const W extends readonly string[]>(...words: W): SettingKind<W[number]> => ({
  schema: z.enum(words),
  accepts: `one of ${words.join(", ")}`,
});

export const flag: SettingKind<boolean> = {
  schema: z.enum(["true", "false"]).transform((word) => word === "true"),
  accepts: "true or false",
};

export const string = (accepts: string, pattern = /^/): SettingKind<string> => ({
  schema: z.string().regex(pattern),
  accepts,
});

/** The address of a server: scheme, host and port, without a path. */
export const origin: SettingKind<string> = {
  schema: z
    .url({ protocol: /^https?$/ })
    .transform((value) => new URL(value))
    .refine((url) => url.href === `${url.origin}/`)
    .transform((url) => url.origin),
  accepts: "a URL without a path, such as https://chat.example.com",
};

/** Several of them. */
export const origins: SettingKind<readonly string[]> = {
  schema: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""))
    .pipe(z.array(origin.schema)),
  accepts: "comma-separated addresses without a path, such as https://chat.internal,http://10.0.0.9:9800",
};

/** The address of something on the web that may lie below others. */
export const webAddress: SettingKind<string> = {
  schema: z.url({ protocol: /^https?$/ }),
  accepts: "a URL, such as https://meet.example.com",
};

/** The same, with a slash at the end, so that names can be appended. */
export const webFolder: SettingKind<string> = {
  schema: webAddress.schema.refine((url) => !/[?#]/.test(url)).transform((url) => url.replace(/\/*$/, "/")),
  accepts: "a URL without a query, such as https://meet.example.com/bigbluebutton/",
};

export const postgresUrl: SettingKind<string> = {
  schema: z.string().regex(/^postgres(ql)?:\/\/./),
  accepts: "the URL of a PostgreSQL database, such as postgres://user:password@host:5432/name",
};

/** Addresses of a machine's programs, `host` or `host:port`, in the one spelling that URLs have. */
export const hosts: SettingKind<readonly string[]> = {
  schema: z.string().transform((text, context) => {
    const words = text.split(/[\s,]+/).filter((word) => word !== "");
    const found = words.map((word) => (/^[\w.:[\]-]+$/.test(word) ? URL.parse(`http://${word}`)?.host : undefined));
    const known = found.filter((host) => host !== undefined);
    if (known.length < words.length) context.addIssue("not all are hosts");
    return known;
  }),
  accepts: "comma-separated hosts, each with a port if it is not the default one, such as wiki.internal,10.0.0.9:8080",
};

/** The address of a proxy that is spoken to without encryption. */
export const httpProxy: SettingKind<string> = {
  schema: origin.schema.refine((url) => url.startsWith("http:")),
  accepts: "the URL of a proxy, such as http://proxy.example.com:3128",
};

export const mailAddress: SettingKind<string> = {
  schema: z.string().regex(/^[^\s<>@"(),:;[\]\\]+@[^\s<>@"(),:;\\]+$/),
  accepts: "an email address, such as chat@example.com",
};
