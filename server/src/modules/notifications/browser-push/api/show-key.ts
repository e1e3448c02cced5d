import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";

export const showKey = (publicKey: string) =>
  endpoint.read({
    route: "GET /users/me/browser_push",
    summary: "Get the key for browser notifications",
    description: "What a browser has to be given to subscribe with Web Push: `applicationServerKey`.",
    access: "user",
    humansOnly: true,
    response: z.object({ public_key: z.string().describe("An uncompressed point of P-256, in base64url") }),
    errors: [],
    handler: async () => ({ public_key: publicKey }),
  });
