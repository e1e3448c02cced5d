import { z } from "zod";

/** A type of setting: the values that it accepts, and their description for operators. */
export interface SettingKind<T> {
  readonly schema: z.ZodType<T, string>;
  /** Description that completes the sentence "It must be …". */
  readonly accepts: string;
  /** Type of the value in a settings file. Default: a string. */
  readonly fileType?: FileType;
  /** True if the value is a path. A relative path in a settings file is relative to the folder of that file. */
  readonly isPath?: true;
}

/** Type of a value in a settings file. A list is an array of strings, or one string with commas. */
export type FileType = "string" | "integer" | "boolean" | "list";

/** A setting: an environment variable with its type, default and description. */
export interface EnvironmentSetting<T> extends SettingKind<T> {
  readonly variable: string;
  /** The variable's former name. The former name still works, but causes a warning. */
  readonly formerVariable?: string;
  /** Description for the operator, in one or two sentences. */
  readonly meaning: string;
  readonly unit?: string;
  /** Description of the default, if it is not a plain value. */
  readonly defaultText?: string;
  /** True if the value must never be shown. */
  readonly isSecret?: true;
  /** Whether an empty variable is a value of its own. Default: an empty variable counts as not set. */
  readonly allowsEmpty?: true;
  /** True if the value is the data directory, so that the settings file in that directory cannot contain it. */
  readonly selectsDataDirectory?: true;
  readonly default: T;
}

/** A setting that is an environment variable and a key of the settings file. */
export interface Setting<T> extends EnvironmentSetting<T> {
  /** Key in the settings file: its table and its name in that table, such as `mail.url`. */
  readonly key: `${string}.${string}`;
}

export type ValueOf<S> = S extends EnvironmentSetting<infer T> ? T : never;

/** The values of several settings, by their names. */
export type ValuesOf<S> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

type SettingDeclaration<T> = Omit<Setting<T>, "schema" | "accepts" | "default">;

/** Declares a setting with a default. */
export const setting = <T>(
  kind: SettingKind<T>,
  declaration: SettingDeclaration<T> & { readonly default: NoInfer<T> },
): Setting<T> => ({
  ...kind,
  ...declaration,
});

/** Declares a setting without a default, whose value may be undefined. */
export const optional = <T>(kind: SettingKind<T>, declaration: SettingDeclaration<T>): Setting<T | undefined> => ({
  ...kind,
  ...declaration,
  default: undefined,
});

export const integer = (min: number, max: number): SettingKind<number> => ({
  schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max)),
  accepts: `a whole number from ${min} to ${max}`,
  fileType: "integer",
});

export const oneOf = <const W extends readonly string[]>(...words: W): SettingKind<W[number]> => ({
  schema: z.enum(words),
  accepts: `one of ${words.join(", ")}`,
});

export const flag: SettingKind<boolean> = {
  schema: z.enum(["true", "false"]).transform((word) => word === "true"),
  accepts: "true or false",
  fileType: "boolean",
};

/** A flag that is also accepted as `on` or `off`. */
export const onOff: SettingKind<boolean> = {
  ...flag,
  schema: z.enum(["true", "false", "on", "off"]).transform((word) => word === "true" || word === "on"),
};

export const string = (accepts: string, pattern = /^/): SettingKind<string> => ({
  schema: z.string().regex(pattern),
  accepts,
});

export const filePath: SettingKind<string> = { ...string("a file"), isPath: true };

export const folderPath: SettingKind<string> = { ...string("a folder"), isPath: true };

/** The address of a server: scheme, host and port, without a path. */
export const origin: SettingKind<string> = {
  schema: z
    .url({ protocol: /^https?$/ })
    .transform((value) => new URL(value))
    .refine((url) => url.href === `${url.origin}/`)
    .transform((url) => url.origin),
  accepts: "a URL without a path, such as https://chat.example.com",
};

/** A list of server addresses, each with scheme, host and port, without a path. */
export const origins: SettingKind<readonly string[]> = {
  schema: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""))
    .pipe(z.array(origin.schema)),
  accepts: "comma-separated addresses without a path, such as https://chat.internal,http://10.0.0.9:9800",
};

/** The URL of a web page or service, which may have a path. */
export const webAddress: SettingKind<string> = {
  schema: z.url({ protocol: /^https?$/ }),
  accepts: "a URL, such as https://meet.example.com",
};

/** A `webAddress` without a query, with a slash at the end so that names can be appended. */
export const webFolder: SettingKind<string> = {
  schema: webAddress.schema.refine((url) => !/[?#]/.test(url)).transform((url) => url.replace(/\/*$/, "/")),
  accepts: "a URL without a query, such as https://meet.example.com/bigbluebutton/",
};

export const postgresUrl: SettingKind<string> = {
  schema: z.string().regex(/^postgres(ql)?:\/\/./),
  accepts: "the URL of a PostgreSQL database, such as postgres://user:password@host:5432/name",
};

/** A list of hosts, as `host` or `host:port`, in the normalized spelling of URLs. */
export const hosts: SettingKind<readonly string[]> = {
  schema: z.string().transform((text, context) => {
    const words = text.split(/[\s,]+/).filter((word) => word !== "");
    const found = words.map((word) => (/^[\w.:[\]-]+$/.test(word) ? URL.parse(`http://${word}`)?.host : undefined));
    const known = found.filter((host) => host !== undefined);
    if (known.length < words.length) context.addIssue("not all are hosts");
    return known;
  }),
  fileType: "list",
  accepts: "comma-separated hosts, each with a port if it is not the default one, such as wiki.internal,10.0.0.9:8080",
};

/** The address of a proxy, which is contacted over unencrypted HTTP. */
export const httpProxy: SettingKind<string> = {
  schema: origin.schema.refine((url) => url.startsWith("http:")),
  accepts: "the URL of a proxy, such as http://proxy.example.com:3128",
};

export const mailAddress: SettingKind<string> = {
  schema: z.string().regex(/^[^\s<>@"(),:;[\]\\]+@[^\s<>@"(),:;\\]+$/),
  accepts: "an email address, such as chat@example.com",
};
