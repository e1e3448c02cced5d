import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { z } from "zod";
import { defineError } from "../base/errors.ts";
import { endpoint } from "./endpoint.ts";
import type { Module } from "./module.ts";
import { makeOpenApiJson, openApiDocument } from "./openapi.ts";
import { choice, id, int, intOr, json, jsonOrText, text, usuallyRequired } from "./params.ts";
import { startApp } from "./fixtures/test-app.ts";

const Colour = z.object({ red: z.int(), name: z.string().nullable() }).meta({ id: "Colour" });
const Dull = defineError({
  code: "DULL",
  text: ({ shade }) => `Too dull: ${shade}`,
  fields: z.object({ shade: z.string() }),
});
const Gone = defineError({ status: 404, text: "It <is> gone" });
const Lost = defineError({ status: 404, text: "It is lost" });

const paint = endpoint.write({
  route: "PATCH /walls/:wall_id/*corner",
  summary: "Paint a wall",
  description: "With `care`.",
  access: "admin",
  humansOnly: true,
  deprecated: true,
  params: z.object({ wall_id: id().describe("Which wall"), corner: text() }),
  input: z.object({
    colours: z.array(Colour).describe("From top to bottom"),
    coat: int({ min: 1 }).default(2),
    finish: choice("matt", "gloss").optional(),
    label: json(z.string()).optional(),
    policy: jsonOrText(choice("on", "off")).optional(),
    days: intOr("forever").optional(),
    folder: int().nullable().optional(),
    pair: z.tuple([int(), int()]).optional(),
    mixed: z.tuple([int(), text()]).optional(),
    at: int()
      .transform((value) => new Date(value))
      .optional(),
  }),
  aliases: { finish: ["sheen"] },
  response: z.object({ colour: Colour, tint: Colour.optional() }),
  errors: [Dull, Gone, Lost],
  handler: async () => ({ colour: { red: 1, name: null } }),
});
const look = endpoint.read({
  route: "GET /walls",
  summary: "Look",
  access: "public",
  input: z.object({ near: z.array(int()), far: z.boolean().optional() }),
  response: z.object({}),
  errors: [],
  handler: async () => ({}),
});

const asJson = { contentType: "application/json" };

const modules: Module[] = [
  { name: "walls", endpoints: [paint, look] },
  { name: "doors", endpoints: [] },
];

type Path = Record<string, { get?: never; patch?: never }>;
const document = openApiDocument(modules) as { paths: Path; components: { schemas: Record<string, unknown> } };
const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>;
const painting = paths["/walls/{wall_id}/{corner}"]!["patch"]!;

const integer = { type: "integer" };

describe("the OpenAPI document", () => {
  test("is independent of the order of endpoints, and lists all operations", () => {
    const shuffled = modules.map((module) => ({ ...module, endpoints: module.endpoints.toReversed() }));
    assert.equal(makeOpenApiJson(shuffled), makeOpenApiJson(modules));
    assert.deepEqual(Object.keys(paths), ["/walls", "/walls/{wall_id}/{corner}"]);
  });

  test("lists path parameters, and form parameters including those encoded as JSON", () => {
    assert.deepEqual(painting["parameters"], [
      {
        name: "wall_id",
        in: "path",
        required: true,
        description: "Which wall",
        schema: { type: "integer", minimum: 0 },
      },
      { name: "corner", in: "path", required: true, schema: { type: "string" } },
    ]);
    assert.deepEqual(painting["requestBody"], {
      required: true,
      content: {
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            properties: {
              colours: {
                type: "array",
                items: { $ref: "#/components/schemas/Colour" },
                description: "From top to bottom",
              },
              coat: { type: "integer", minimum: 1, default: 2 },
              finish: { type: "string", enum: ["matt", "gloss"], description: "Older name: `sheen`." },
              label: { type: "string" },
              policy: { type: "string", enum: ["on", "off"] },
              days: { anyOf: [{ type: "integer" }, { type: "string", enum: ["forever"] }] },
              folder: { type: ["integer", "null"] },
              pair: { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 2 },
              mixed: {
                type: "array",
                prefixItems: [{ type: "integer" }, { type: "string" }],
                minItems: 2,
                maxItems: 2,
              },
              at: { type: "integer" },
            },
            required: ["colours"],
          },
          encoding: { colours: asJson, label: asJson, pair: asJson, mixed: asJson },
        },
      },
    });
  });

  test("lists the parameters of a GET in the query, with arrays as JSON", () => {
    assert.deepEqual(paths["/walls"]!["get"]!["parameters"], [
      {
        name: "near",
        in: "query",
        required: true,
        content: { "application/json": { schema: { type: "array", items: { type: "integer" } } } },
      },
      { name: "far", in: "query", schema: { type: "boolean" } },
    ]);
  });

  test("marks parameters as required that only a few callers may omit", () => {
    const open = endpoint.read({
      route: "GET /doors",
      summary: "Look at doors",
      access: "user",
      input: z.object({ floor: usuallyRequired(int()).describe("Porters see all"), side: int().optional() }),
      response: z.object({}),
      errors: [],
      handler: async () => ({}),
    });
    const { paths: written } = openApiDocument([{ name: "doors", endpoints: [open] }]) as { paths: typeof paths };
    assert.deepEqual(written["/doors"]!["get"]!["parameters"], [
      { name: "floor", in: "query", required: true, description: "Porters see all", schema: integer },
      { name: "side", in: "query", schema: integer },
    ]);
  });

  test("contains the response with its envelope, and each schema with an id only once", () => {
    const responses = painting["responses"] as Record<string, { content: { "application/json": { schema: unknown } } }>;
    assert.deepEqual(responses["200"]!.content["application/json"].schema, {
      allOf: [
        { $ref: "#/components/schemas/Success" },
        {
          type: "object",
          properties: {
            colour: { $ref: "#/components/schemas/Colour" },
            tint: { $ref: "#/components/schemas/Colour" },
          },
          required: ["colour"],
        },
      ],
    });
    assert.deepEqual(document.components.schemas["Colour"], {
      type: "object",
      properties: { red: { type: "integer" }, name: { type: ["string", "null"] } },
      required: ["red", "name"],
    });
  });

  test("groups errors by status, including those that follow from the declaration", () => {
    const responses = painting["responses"] as Record<
      string,
      { content: { "application/json": { schema: Record<string, unknown> } } }
    >;
    assert.deepEqual(Object.keys(responses), ["200", "400", "401", "404", "default"]);
    assert.deepEqual(responses["404"]!.content["application/json"].schema, {
      type: "object",
      properties: {
        result: { type: "string", const: "error" },
        msg: { type: "string", examples: ["It <is> gone", "It is lost"] },
        code: { type: "string", const: "BAD_REQUEST" },
      },
      required: ["result", "msg", "code"],
    });
    const description = JSON.stringify(responses["400"]);
    for (const code of ["DULL", "REQUEST_VARIABLE_MISSING", "UNAUTHORIZED_PRINCIPAL", "does not accept bot"])
      assert.ok(description.includes(code), code);
    assert.ok(description.includes("Too dull: {shade}"));
  });

  test("cannot be created from two schemas with the same id", () => {
    const other = z.object({ response: z.object({ hue: z.int() }).meta({ id: "Colour" }) });
    const clash = endpoint.read({
      route: "GET /a",
      summary: "",
      access: "public",
      response: other,
      errors: [],
      handler: async () => ({ response: { hue: 1 } }),
    });
    assert.throws(
      () => openApiDocument([{ name: "a", endpoints: [paint, clash] }]),
      /Two different schemas have the id Colour/,
    );
  });
});

test("the document and the HTML page are served", async (t) => {
  const { call } = await startApp(t, [paint, look]);
  const served = await call("GET", "/openapi.json", { as: null });
  assert.equal(served.text, makeOpenApiJson([{ name: "things", endpoints: [paint, look] }]));
  const page = await call("GET", "//api", { as: null });
  assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
  assert.ok(!/<script|It <is>/.test(page.text));
  for (const part of [
    "PATCH</span> /walls/{wall_id}/{corner}",
    "It &lt;is&gt; gone",
    'href="#schema-Colour"',
    'id="schema-Colour"',
    "<code>care</code>",
  ]) {
    assert.ok(page.text.includes(part), part);
  }
});
