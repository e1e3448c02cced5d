import { pino, type DestinationStream, type Logger } from "pino";
import { describeError, type ErrorDescription, errorReport } from "./error-description.ts";

export type { Logger } from "pino";

export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

type Fields = Record<string, unknown>;

interface LogOptions {
  readonly level: LogLevel;
  /** Stream for the log lines. Default: standard output. */
  readonly destination?: DestinationStream | undefined;
  /** Whether lines are human-readable instead of JSON. Default: true if standard output is a terminal. */
  readonly readable?: boolean;
}

/** Names of fields whose values are redacted, at the top level of a line's fields and one level below. */
const secrets = new Set(["password", "api_key", "apiKey", "authorization", "cookie", "secret", "token"]);

/** Creates the server's logger: one JSON object per line, or human-readable lines on a terminal. */
export function createLogger({ level, destination, readable = process.stdout.isTTY }: LogOptions): Logger {
  const sink = destination ?? pino.destination({ dest: 1, sync: false });
  const formatters = { log: (fields: Fields) => withoutSecrets(withErrorDescribed(fields), 2) };
  // The error has been described already. Describing it in a serializer would not work for undefined, because pino does
  // not pass undefined to serializers.
  const serializers = { err: (described: unknown) => described };
  const options = { level, base: null, formatters, serializers };
  return pino(options, readable ? { write: (line) => sink.write(toReadable(line)) } : sink);
}

const withErrorDescribed = (fields: Fields): Fields =>
  "err" in fields ? { ...fields, err: describeError(fields["err"]) } : fields;

/**
 * Returns the fields with secrets redacted. Copies the fields only if there are secrets, because this runs for every
 * line.
 */
function withoutSecrets(fields: Fields, levels: number): Fields {
  let safe = fields;
  for (const [name, value] of Object.entries(fields)) {
    const shown = secrets.has(name)
      ? "[secret]"
      : levels > 1 && name !== "err" && isPlain(value)
        ? withoutSecrets(value, levels - 1)
        : value;
    if (shown !== value) safe = { ...safe, [name]: shown };
  }
  return safe;
}

const isPlain = (value: unknown): value is Fields =>
  value instanceof Object && !Array.isArray(value) && !(value instanceof Error);

interface Line extends Fields {
  readonly level: number;
  readonly err?: ErrorDescription;
}

/** Formats a line such as `12:30:01 INFO  listening url=http://127.0.0.1:9800`. */
function toReadable(line: string): string {
  const { level, time, msg = "", err, ...fields } = JSON.parse(line) as Line;
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const name = (pino.levels.labels[level] ?? String(level)).toUpperCase().padEnd(5);
  const rest = Object.entries(fields).map(
    ([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${clock} ${name} ${String(msg)}${rest.join("")}\n${err ? `${errorReport(err)}\n` : ""}`;
}
