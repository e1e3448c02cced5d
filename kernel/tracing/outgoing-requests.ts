import diagnostics from "node:diagnostics_channel";
import type { EndWork, Tracing } from "./tracing.ts";

/** Messages of Node's HTTP client about a request. */
interface ClientMessage {
  readonly request: { readonly method: string; readonly origin: string | URL };
  readonly response?: { readonly statusCode: number };
  readonly error?: unknown;
}

/**
 * Records the requests that the process sends with `fetch`, from what Node's HTTP client publishes about them. Their
 * paths are not recorded, because they can contain secrets. Returns a function that ends the recording.
 */
export function traceOutgoingRequests({ startCall }: Pick<Tracing, "startCall">): () => void {
  const pending = new WeakMap<object, EndWork>();
  const end = ({ request, response, error }: ClientMessage) => {
    pending.get(request)?.({
      error,
      ...(response && { attributes: { "http.response.status_code": response.statusCode } }),
    });
    pending.delete(request);
  };
  const listeners: Readonly<Record<string, (message: ClientMessage) => void>> = {
    "undici:request:create"({ request }) {
      const { method, origin } = request;
      const { hostname, port, protocol } = new URL(origin);
      const serverPort = Number(port || (protocol === "https:" ? 443 : 80));
      const attributes = { "http.request.method": method, "server.address": hostname, "server.port": serverPort };
      const work = startCall({ name: method, attributes });
      if (work) pending.set(request, work);
    },
    "undici:request:headers": end,
    "undici:request:error": end,
  };
  for (const [channel, listener] of Object.entries(listeners)) diagnostics.subscribe(channel, listener as never);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) diagnostics.unsubscribe(channel, listener as never);
  };
}
