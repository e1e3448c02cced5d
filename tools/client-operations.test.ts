import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { Role } from "@parlance/contract/entities/roles.ts";
import { User } from "@parlance/contract/entities/user.ts";
import { EmbeddedBot } from "@parlance/contract/nouns/bots.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { id, int, text } from "@parlance/kernel/http/params.ts";
import { clientOperations } from "./client-operations.ts";

const paint = endpoint.write({
  route: "PATCH /walls/:wall_id/:corner",
  summary: "Paint a wall",
  access: "user",
  params: z.object({ wall_id: id(), corner: text() }),
  input: z.object({
    colours: z.array(z.array(z.string())).describe("From top to bottom"),
    coat: int().default(2),
    finish: z.enum(["matt", "gloss"]).nullable().optional(),
    as: Role.optional(),
    sizes: z.tuple([int(), text()]).optional(),
    prices: z.record(z.string(), z.union([z.number(), z.boolean()])).optional(),
  }),
  response: z.object({
    painters: z.array(User.describe("Who did it")),
    "left-over": z.array(z.union([z.string(), z.number()])),
    boss: User.nullable(),
    rest: z.looseObject({ of: z.unknown() }),
  }),
  errors: [],
  handler: async () => ({ painters: [], "left-over": [], boss: null, rest: { of: null } }),
});
const look = endpoint.read({
  route: "GET /walls",
  summary: "Look",
  access: "public",
  response: z.object({}),
  errors: [],
  handler: async () => ({}),
});
const start = endpoint.read({
  route: "GET /begin",
  summary: "Begin",
  access: "public",
  response: EmbeddedBot,
  errors: [],
  handler: async () => Promise.reject(new Error("it is never called")),
});

test("operations are sorted by path, and use the contract's names of types where these exist", async () => {
  assert.equal(
    await clientOperations([{ name: "walls", endpoints: [paint, look, start] }]),
    `// Made from the endpoints by \`npm run generate\`; do not edit.
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { User } from "@parlance/contract/entities/user.ts";
import type { EmbeddedBot } from "@parlance/contract/nouns/bots.ts";

/** Every operation: the requests that ask for it, its parameters beside those in the path, and its response. */
export interface Operations {
  /** Begin */
  "GET /begin": {
    request: "GET /begin";
    parameters: Record<string, never>;
    answer: EmbeddedBot;
  };
  /** Look */
  "GET /walls": {
    request: "GET /walls";
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Paint a wall */
  "PATCH /walls/:wall_id/:corner": {
    request: \`PATCH /walls/\${number}/\${string}\`;
    parameters: {
      colours: readonly (readonly string[])[];
      coat?: number | undefined;
      finish?: "matt" | "gloss" | null | undefined;
      as?: Role | undefined;
      sizes?: readonly [number, string] | undefined;
      prices?: Record<string, number | boolean> | undefined;
    };
    answer: {
      painters: User[];
      "left-over": (string | number)[];
      boss: User | null;
      rest: { of: unknown } & Record<string, unknown>;
    };
  };
}
`,
  );
});
