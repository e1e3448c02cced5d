import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { Event } from "@parlance/contract/events/index.ts";
import { secretEventTypes } from "@parlance/server/realtime/delivery/deliverable-event.ts";
import { loadDeclaredModules } from "./declared-modules.ts";

/** Matches names of fields that may contain secrets: keys, codes, and links that work without a login. */
const SECRET_NAME =
  /(^|_)(key|keys|token|tokens|secret|password|otp|ticket|nonce|csrf|cookie|recovery_codes|config_data|invite_link|link_url|export_url)$/;

/** Fields whose names match, and that every client may know. */
const PUBLIC_FIELDS = new Set([
  // The key with which clients search for pictures. Each browser sends it to the other service.
  "giphy_api_key",
  // Ids of options, from which users choose.
  "emojiset_choices.key",
  "config_options.key",
  "url_options.key",
  // The key with which browsers recognize the server's notifications.
  "public_key",
]);

interface JsonSchema {
  readonly type?: unknown;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly [keyword: string]: unknown;
}

const toJsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as unknown as JsonSchema;

const INNER_SCHEMAS = ["items", "additionalProperties", "anyOf", "oneOf", "allOf", "prefixItems"];

/** Returns the schemas that an object, list or union consists of, each with the name of the field if it has one. */
const innerSchemas = (schema: JsonSchema): [field: string | undefined, inner: JsonSchema][] => [
  ...Object.entries(schema.properties ?? {}),
  ...INNER_SCHEMAS.flatMap((keyword) => schema[keyword])
    .filter((inner) => typeof inner === "object" && inner !== null)
    .map((inner): [undefined, JsonSchema] => [undefined, inner as JsonSchema]),
];

/** Returns whether a field, given by its path, may contain a secret. */
function isSecret({ type }: JsonSchema, path: readonly string[]): boolean {
  const name = path.at(-1) ?? "";
  const isText = [type].flat().includes("string") || (type === "object" && name === "config_data");
  const isPublic = PUBLIC_FIELDS.has(name) || PUBLIC_FIELDS.has(path.slice(-2).join("."));
  return isText && SECRET_NAME.test(name) && !isPublic;
}

/** Returns the paths of fields that may contain secrets, such as `bots.api_key`. Lists are not in the paths. */
function findSecrets(root: JsonSchema): string[] {
  const found = new Set<string>();
  const visit = (schema: JsonSchema, path: readonly string[], refs: readonly string[]): void => {
    const { $ref } = schema;
    const target = $ref === undefined ? undefined : root.$defs?.[$ref.replace("#/$defs/", "")];
    if ($ref !== undefined && target && !refs.includes($ref)) visit(target, path, [...refs, $ref]);
    if (isSecret(schema, path)) found.add(path.join("."));
    for (const [field, inner] of innerSchemas(schema))
      visit(inner, field === undefined ? path : [...path, field], refs);
  };
  visit(root, [], []);
  return [...found];
}

test("every field of a response that contains a secret is declared, so that it is not compressed", () => {
  const endpoints = loadDeclaredModules().flatMap((module) => module.endpoints);
  const withSecrets = endpoints.flatMap(({ route, kind, response, secrets = [] }) => {
    const fields = kind === "eventStream" ? [] : findSecrets(toJsonSchema(response));
    for (const field of fields) {
      const isDeclared = secrets === "all" || secrets.includes(field.split(".")[0] ?? "");
      assert.ok(isDeclared, `${route} returns ${field}, and its "secrets" do not declare this`);
    }
    return fields.length > 0 ? [route] : [];
  });
  assert.ok(withSecrets.length >= 15, withSecrets.join(", "));
});

test("the types of events that contain secrets are known, so that these events are not compressed", () => {
  const types = variantsOf(Event).flatMap((variant) =>
    findSecrets(toJsonSchema(variant)).length > 0 ? typesOf(variant) : [],
  );
  assert.deepEqual(new Set(types), secretEventTypes);
});

/** Returns the members of a union, also of unions in it. */
function variantsOf(schema: z.ZodType): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  assert.ok(schema instanceof z.ZodUnion, "events are objects or unions of objects");
  return schema.options.flatMap((option) => variantsOf(option as z.ZodType));
}

const typesOf = ({ shape }: z.ZodObject): unknown[] => [...((shape["type"] as z.ZodLiteral).values as Set<unknown>)];
