// Serves the web client from its sources. Changes to them appear in open pages immediately.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

/** Paths that the server serves. All others are the client's. */
const SERVER_PATHS = ["/api", "/login", "/logout", "/user_uploads", "/user_avatars", "/external_content", "/static"];

/**
 * Serves the client on loopback, and proxies other requests to a server.
 * @param {string} server address of that server
 * @param {number} port
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startDevServer(server, port) {
  /** @type {import("vite").ProxyOptions} */
  const proxied = {
    target: server,
    changeOrigin: true,
    // Presents the page to the server as its own: the server rejects writes from pages of other sites.
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
