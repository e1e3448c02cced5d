// The web client from its sources: changes of them show in open pages at once.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

/** Paths that the server answers; all others are the client's. */
const SERVER_PATHS = ["/api", "/login", "/logout", "/user_uploads", "/user_avatars", "/external_content", "/static"];

/**
 * Serves the client on loopback, beside a server that it passes requests on to.
 * @param {string} server address of that server
 * @param {number} port
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startDevServer(server, port) {
  /** @type {import("vite").ProxyOptions} */
  const proxied = {
    target: server,
    changeOrigin: true,
    // To the server, the page is its own: it refuses writes from the pages of other sites.
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
