import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, int, json, text } from "#kernel/http/params.ts";
import { MAX_INTEGER } from "#kernel/storable-values.ts";
import { createScopedKey, MOST_KEYS_OF_ACCOUNT } from "../actions/create-scoped-key.ts";
import { ExpiryInPast, TooManyKeys, UnknownOperation } from "../errors.ts";

const MAX_NAME = 100;
const MAX_OPERATIONS = 300;
const MAX_OPERATION = 100;
const MAX_CHANNELS = 1000;

const Operation = z
  .string()
  .max(MAX_OPERATION)
  .regex(/^(GET|POST|PATCH|PUT|DELETE) \/[\w/{}]+$/);

/** `known`: all operations that there are. They are known when the server has been put together. */
export const createKey = (known: () => ReadonlySet<string>) =>
  endpoint.write({
    route: "POST /users/me/api_keys",
    summary: "Get a key that can do less",
    description:
      "Beside the account's own key, for a program that is trusted with less, or for a while. It is shown once, and used as " +
      "the own one is. Beyond its scope it is refused with 403 `KEY_OUT_OF_SCOPE`. No such key can do what gives another one: " +
      `invite, change accounts and passwords, see bots' keys. An account has at most ${MOST_KEYS_OF_ACCOUNT}.`,
    access: "user",
    limit: "apiKeys",
    input: z.object({
      name: text({ max: MAX_NAME }).trim().min(1).describe("What it is for"),
      expires_at: int({ min: 0 }).optional().describe("UNIX time in seconds; by default it lasts until it is revoked"),
      read_only: bool().default(false).describe("Whether it can change nothing"),
      operations: json(z.array(Operation).min(1).max(MAX_OPERATIONS))
        .optional()
        .describe("What it can do, as this reference names it: `POST /messages`; by default all"),
      channel_ids: json(
        z
          .array(int({ min: 0, max: MAX_INTEGER }))
          .min(1)
          .max(MAX_CHANNELS),
      )
        .optional()
        .describe(
          "Channels that it is limited to: it can send to them, read their messages and topics, and see them and who is in " +
            "them; each request has to name one by its id. By default it is not limited",
        ),
    }),
    response: z.object({ id: z.int(), api_key: z.string().describe("Not shown again") }),
    errors: [TooManyKeys, ExpiryInPast, UnknownOperation],
    handler({ tx, actor, now }, { input }) {
      const { name, expires_at, read_only, operations = null, channel_ids = null } = input;
      const expiresAt = expires_at === undefined ? null : new Date(expires_at * 1000);
      if (expiresAt && !(expiresAt > now)) throw new ExpiryInPast();
      const unknown = operations?.find((one) => !known().has(one));
      if (unknown !== undefined) throw new UnknownOperation({ operation: unknown });
      const scope = { is_read_only: read_only, operations, channel_ids };
      return createScopedKey(tx, actor, { ...scope, name, expires_at: expiresAt }, now);
    },
  });
