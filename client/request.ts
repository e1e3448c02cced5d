/**
 * Parameters of a call. Strings are sent unchanged, files as files, and all other values as JSON. Undefined values are
 * omitted.
 */
export type Parameters = Readonly<Record<string, unknown>>;

/** A request in the form in which it is sent. */
export interface EncodedRequest {
  readonly method: string;
  /** Path from the root of the server, including the query. */
  readonly path: string;
  readonly body: URLSearchParams | FormData | undefined;
}

/** Encodes the parameters of a call: in the query of a GET request, in the body of all other requests. */
export function encodeRequest(method: string, path: string, parameters: Parameters): EncodedRequest {
  const target = `/api/v1${path}`;
  if (method !== "GET") return { method, path: target, body: encodeForm(parameters) };
  const query = encodeParameters(parameters).toString();
  return { method, path: query === "" ? target : `${target}?${query}`, body: undefined };
}

/** Encodes parameters as the query of a URL, or as a form that contains no files. */
export function encodeParameters(parameters: Parameters): URLSearchParams {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return new URLSearchParams(entries.map(([name, value]): [string, string] => [name, text(value)]));
}

/** Encodes a form. Uses a multipart form if it contains files. */
function encodeForm(parameters: Parameters): URLSearchParams | FormData {
  const files = Object.entries(parameters).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob);
  if (files.length === 0) return encodeParameters(parameters);
  const form = new FormData();
  const names = new Set(files.map(([name]) => name));
  const others = Object.entries(parameters).filter(([name]) => !names.has(name));
  for (const [name, text] of encodeParameters(Object.fromEntries(others))) form.append(name, text);
  for (const [name, file] of files) form.append(name, file);
  return form;
}
