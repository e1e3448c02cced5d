import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";

export const showKey = (publicKey: string) =>
  endpoint.read({
    route: "GET /users/me/browser_push",
    summary: "Get the server's Web Push key",
    description: "Browsers need the key as `applicationServerKey` to subscribe with Web Push.",
    access: "user",
    humansOnly: true,
    response: z.object({ public_key: z.string().describe("An uncompressed P-256 point, in base64url.") }),
    errors: [],
    handler: async () => ({ public_key: publicKey }),
  });
