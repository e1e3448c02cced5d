import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, int, json, text } from "@parlance/kernel/http/params.ts";
import { MAX_INTEGER } from "@parlance/kernel/base/storable-values.ts";
import { createScopedKey, MAX_SCOPED_KEYS_PER_USER } from "../actions/create-scoped-key.ts";
import { ExpiryInPast, TooManyKeys, UnknownOperation } from "#modules/sign-in/core/errors.ts";
import { apiKeysLimit } from "../api-keys-limit.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

const MAX_NAME_LENGTH = 100;
const MAX_OPERATIONS = 300;
const MAX_OPERATION_LENGTH = 100;
const MAX_CHANNELS = 1000;

const Operation = z
  .string()
  .max(MAX_OPERATION_LENGTH)
  .regex(/^(GET|POST|PATCH|PUT|DELETE) \/[\w/{}]+$/);

/** Not resolved: a key may name channels that do not exist. */
const channelId = identifies(int({ min: 0, max: MAX_INTEGER }), "unresolved id");

/** Creates the endpoint. `known` returns the names of all operations. Call it only after all modules are loaded. */
export const createKey = (known: () => ReadonlySet<string>) =>
  endpoint.write({
    route: "POST /users/me/api_keys",
    summary: "Create a scoped API key",
    description:
      "A scoped key has fewer permissions than the account's own API key, or expires. It is returned only once, and " +
      "is used like the own key. Requests beyond its scope fail with 403 `KEY_OUT_OF_SCOPE`. It cannot give access to " +
      "accounts: invite users, change accounts or passwords, or see the API keys of bots. An account can have " +
      `${MAX_SCOPED_KEYS_PER_USER} scoped keys.`,
    access: "user",
    limit: apiKeysLimit,
    input: z.object({
      name: text({ max: MAX_NAME_LENGTH }).trim().min(1).describe("What the key is for."),
      expires_at: int({ min: 0 }).optional().describe("UNIX timestamp in seconds; by default the key does not expire."),
      read_only: bool().default(false).describe("Whether the key can only read."),
      operations: json(z.array(Operation).min(1).max(MAX_OPERATIONS))
        .optional()
        .describe("Operations that the key can use, such as `POST /messages`; defaults to all."),
      channel_ids: json(z.array(channelId).min(1).max(MAX_CHANNELS))
        .optional()
        .describe(
          "Ids of channels that the key is limited to: sending to them, reading their messages and topics, and seeing " +
            "them and their subscribers. Each request must name one by id. By default not limited.",
        ),
    }),
    secrets: "all",
    response: z.object({ id: z.int(), api_key: z.string().describe("The API key; it cannot be retrieved later.") }),
    errors: [TooManyKeys, ExpiryInPast, UnknownOperation],
    handler({ tx, actor, now }, { input }) {
      const { name, expires_at, read_only: is_read_only, operations = null, channel_ids = null } = input;
      const expiresAt = expires_at === undefined ? null : new Date(expires_at * 1000);
      if (expiresAt && !(expiresAt > now)) throw new ExpiryInPast();
      const unknown = operations?.find((one) => !known().has(one));
      if (unknown !== undefined) throw new UnknownOperation({ operation: unknown });
      return createScopedKey(tx, actor, { name, is_read_only, operations, channel_ids, expires_at: expiresAt }, now);
    },
  });
