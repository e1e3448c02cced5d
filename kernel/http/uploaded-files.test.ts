import assert from "node:assert/strict";
import { request as openRequest } from "node:http";
import { test } from "node:test";
import { z } from "zod";
import { defineError } from "../base/errors.ts";
import { endpoint } from "./endpoint.ts";
import { basicAuth, apiKeyOf, startApp } from "./fixtures/test-app.ts";
import { openApiDocument } from "./openapi.ts";
import { text } from "./params.ts";

const MAX_BYTES = 2 ** 20;
const OnePicture = defineError({ text: "You must upload exactly one picture." });
const seen = z.object({ name: z.string(), type: z.string(), size: z.int(), last: z.string(), colour: z.string() });
const paint = endpoint.write({
  route: "POST /walls/:wall/picture",
  summary: "Hang up a picture",
  access: "user",
  params: z.object({ wall: text() }),
  input: z.object({ colour: text() }),
  file: { description: "A picture.", maxBytes: MAX_BYTES, NotExactlyOne: OnePicture },
  response: seen,
  errors: [],
  receiveFile: async (_ctx, { file, input }) => ({
    name: file.name,
    type: file.contentType,
    size: file.bytes.length,
    last: file.bytes.subarray(-3).toString("hex"),
    colour: input.colour,
  }),
  handler: async (_ctx, _input, facts) => facts,
});
const strip = endpoint.write({
  route: "DELETE /walls/:wall/picture",
  summary: "Store the file",
  access: "user",
  params: z.object({ wall: text() }),
  input: z.object({ colour: text() }),
  response: z.object({}),
  errors: [],
  handler: async () => ({}),
});

interface Part {
  readonly name: string;
  readonly value: string | Buffer;
  /** If set, the part is sent as a file with this name. */
  readonly file?: string;
}

const type = "multipart/form-data; boundary=edge";

function multipart(parts: readonly Part[]) {
  const pieces = parts.flatMap(({ name, value, file }) => {
    const named = file === undefined ? "" : `; filename="${file}"\r\ncontent-type: image/x-test`;
    const head = `--edge\r\ncontent-disposition: form-data; name="${name}"${named}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from("\r\n")];
  });
  return { body: Buffer.concat([...pieces, Buffer.from("--edge--\r\n")]), headers: { "content-type": type } };
}

const colour: Part = { name: "colour", value: "red" };
const file = (value: string | Buffer, name = "wall.png"): Part => ({ name: "any", value, file: name });

test("a file is received unchanged, regardless of its content and its field name", async (t) => {
  const { call } = await startApp(t, [paint]);
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
  const tricky = Buffer.concat([bytes, Buffer.from("\r\n--edg"), Buffer.from([0, 255, 13])]);
  for (const parts of [
    [colour, file(tricky)],
    [file(tricky), colour],
  ]) {
    const { status, json } = await call("POST", "/walls/north/picture", multipart(parts));
    const { result: _result, msg: _msg, ...facts } = json;
    const expected = { name: "wall.png", type: "image/x-test", size: tricky.length, last: "00ff0d", colour: "red" };
    assert.deepEqual([status, facts], [200, expected]);
  }
});

test("exactly one file is accepted", async (t) => {
  const { call } = await startApp(t, [paint]);
  const nothingChosen = file("", "");
  const asForm = { form: { colour: "red" } };
  for (const sent of [
    asForm,
    multipart([colour]),
    multipart([colour, nothingChosen]),
    multipart([file("a"), colour, file("b")]),
    multipart([file("a".repeat(MAX_BYTES + 1)), colour, file("b")]),
  ]) {
    const { status, json } = await call("POST", "/walls/north/picture", sent);
    assert.deepEqual([status, json["code"], json["msg"]], [400, "BAD_REQUEST", "You must upload exactly one picture."]);
  }
  const beside = await call("POST", "/walls/north/picture", multipart([nothingChosen, file("abc"), colour]));
  assert.equal(beside.json["size"], 3);
  const empty = await call("POST", "/walls/north/picture", multipart([colour, file("", "empty.png")]));
  assert.equal(empty.json["size"], 0);
});

test("a file may have exactly the maximum size, but not a byte more", async (t) => {
  const { call } = await startApp(t, [paint]);
  const largest = await call("POST", "/walls/north/picture", multipart([file(Buffer.alloc(MAX_BYTES, 1)), colour]));
  assert.deepEqual([largest.status, largest.json["size"], largest.json["last"]], [200, MAX_BYTES, "010101"]);
  for (const size of [MAX_BYTES + 1, 20 * MAX_BYTES]) {
    const sent = multipart([file(Buffer.alloc(size)), colour]);
    const { status, json } = await call("POST", "/walls/north/picture", sent);
    const message = "Uploaded file is larger than the allowed limit of 1 MiB";
    assert.deepEqual([status, json["code"], json["msg"]], [400, "BAD_REQUEST", message]);
  }
  const whole = await call("POST", "/walls/north/picture", multipart([file(Buffer.alloc(26 * 2 ** 20)), colour]));
  assert.equal(whole.status, 413);
});

test("a caller without access and a missing parameter get their usual errors", async (t) => {
  const { call } = await startApp(t, [paint]);
  const anonymous = await call("POST", "/walls/north/picture", { as: null, ...multipart([colour]) });
  assert.equal(anonymous.status, 401);
  const { json } = await call("POST", "/walls/north/picture", multipart([file("abc")]));
  assert.equal(json["code"], "REQUEST_VARIABLE_MISSING");
});

test("an operation without a file skips the file, even if another operation of the same path accepts one", async (t) => {
  const { call } = await startApp(t, [paint, strip]);
  const sent = multipart([file("abc"), colour]);
  assert.equal((await call("DELETE", "/walls/north/picture", sent)).status, 200);
  const instead = multipart([file("abc"), colour, { name: "method", value: "DELETE" }]);
  assert.equal((await call("POST", "/walls/north/picture", instead)).status, 200);
});

test("the server continues to work after a sender has disconnected in the middle of a file", async (t) => {
  const { call, origin } = await startApp(t, [paint]);
  const { body } = multipart([colour, file(Buffer.alloc(100_000))]);
  const { port } = new URL(origin);
  const authorization = basicAuth("hamlet@acme.example", apiKeyOf("hamlet"));
  const headers = { "content-type": type, "content-length": body.length, authorization };
  const broken = openRequest({ host: "127.0.0.1", port, method: "POST", path: "/api/v1/walls/north/picture", headers });
  const gone = new Promise((resolve) => broken.on("error", resolve));
  broken.write(body.subarray(0, 50_000), () => broken.destroy(new Error("gone")));
  await gone;
  const { status } = await call("POST", "/walls/north/picture", multipart([colour, file("abc")]));
  assert.equal(status, 200);
});

test("the reference describes the file and its errors", () => {
  const document = openApiDocument([{ name: "walls", endpoints: [paint] }]) as {
    paths: Record<string, { post: { requestBody: object; responses: object } }>;
  };
  const { requestBody, responses } = document.paths["/walls/{wall}/picture"]!.post;
  const description = "A picture. At most 1 MiB. The field may have any name.";
  assert.deepEqual(requestBody, {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          properties: { colour: { type: "string" }, filename: { type: "string", format: "binary", description } },
          required: ["colour"],
        },
      },
    },
  });
  for (const message of ["You must upload exactly one picture.", "larger than the allowed limit"]) {
    assert.ok(JSON.stringify(responses).includes(message), message);
  }
});
