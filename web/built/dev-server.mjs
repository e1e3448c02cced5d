// Serves the web client from its sources. Changes to them appear in open pages immediately.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

/** Paths that are passed on to the server. All other paths belong to the client. */
const SERVER_PATHS = ["/api", "/login", "/logout", "/user_uploads", "/user_avatars", "/external_content", "/static"];

/**
 * Serves the client on the loopback interface, and passes requests for `SERVER_PATHS` on to a server.
 * @param {string} server URL of the server
 * @param {number} port port of the client
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startDevServer(server, port) {
  /** @type {import("vite").ProxyOptions} */
  const proxied = {
    target: server,
    changeOrigin: true,
    // The `Origin` header is replaced with the server's own origin, because the server rejects requests that change
    // data if they come from pages of other sites.
    configure: (proxy) => {
      proxy.on("proxyReq", (request) => {
        if (request.hasHeader("origin")) request.setHeader("origin", new URL(server).origin);
      });
    },
  };
  const vite = await createServer({
    configFile: fileURLToPath(new URL("../vite.config.ts", import.meta.url)),
    server: {
      host: "127.0.0.1",
      port,
      strictPort: true,
      proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, proxied])),
    },
  });
  await vite.listen();
  return { url: vite.resolvedUrls?.local[0] ?? `http://127.0.0.1:${port}/`, close: () => vite.close() };
}
