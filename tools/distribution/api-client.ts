/** Fields of responses of the API. */
interface Answer {
  readonly result: string;
  readonly msg: string;
  readonly id: number;
  readonly message?: { readonly content: string };
}

/** Returns a function that sends API requests as a user: with a body POST requests, without one GET requests. */
export function createApiClient(url: string, email: string, apiKey: string) {
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString("base64")}`;
  return async (path: string, body?: Readonly<Record<string, string>> | FormData): Promise<Answer> => {
    const form = body === undefined || body instanceof FormData ? body : new URLSearchParams(body);
    const init = form === undefined ? {} : { method: "POST", body: form };
    const response = await fetch(`${url}/api/v1/${path}`, { ...init, headers: { authorization } });
    return (await response.json()) as Answer;
  };
}
