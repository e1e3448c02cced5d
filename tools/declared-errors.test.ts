import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, test } from "node:test";
import { sharedErrorFields } from "@parlance/contract/errors.ts";
import { AppError, defineError, type ErrorClass } from "@parlance/kernel/base/errors.ts";
import { z } from "zod";
import { root } from "./paths.ts";

const fieldsByCode: Readonly<Record<string, readonly string[]>> = sharedErrorFields;

const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === "function" && value.prototype instanceof AppError && "fieldsSchema" in value;

/** Returns all error classes that the kernel, the server or the push relay exports. */
async function declaredErrors(): Promise<ErrorClass[]> {
  const declaresErrors = (path: string) => /defineError\(|extends AppError/.test(readFileSync(path, "utf8"));
  const paths = globSync(["kernel/**/*.ts", "server/src/**/*.ts", "push-relay/**/*.ts"], { cwd: root })
    .filter((path) => !path.endsWith(".test.ts") && !path.includes("node_modules"))
    .map((path) => join(root, path))
    .filter(declaresErrors);
  const exports = await Promise.all(paths.map(async (path) => import(pathToFileURL(path).href) as Promise<object>));
  return [...new Set(exports.flatMap((values) => Object.values(values)))].filter(isErrorClass);
}

const errors = await declaredErrors();
const fieldsOf = ({ fieldsSchema }: ErrorClass): string[] => Object.keys(fieldsSchema.shape).toSorted();

describe("the fields of declared errors", () => {
  test("are those that clients expect, if clients of other servers know the error code", () => {
    assert.ok(errors.length > 250, `only ${errors.length} errors were found`);
    for (const error of errors) {
      const expected = fieldsByCode[error.code];
      if (!expected) continue;
      const fields = fieldsOf(error);
      // A channel can be identified by its name or by its id, so one of the two fields is enough.
      const isOk =
        error.code === "STREAM_DOES_NOT_EXIST"
          ? fields.length === 1 && expected.includes(String(fields))
          : String(fields) === String(expected.toSorted());
      assert.ok(isOk, `${error.code} "${error.sample}" has the fields [${fields.join(", ")}]`);
    }
  });

  test("are documented, if the error code exists only on this server", () => {
    const lines = ["docs/errors.md", "docs/push-relay.md"].flatMap((path) =>
      readFileSync(join(root, path), "utf8").split("\n"),
    );
    for (const error of errors.filter(({ code }) => !(code in fieldsByCode))) {
      const isDocumented = lines.some(
        (line) => line.includes(error.code) && fieldsOf(error).every((field) => line.includes(`\`${field}\``)),
      );
      assert.ok(isDocumented || fieldsOf(error).length === 0, `${error.code} with ${fieldsOf(error).join(", ")}`);
    }
  });

  test("cannot be declared differently, because the compiler rejects it", () => {
    const fields = z.object({ user_id: z.int() });
    // @ts-expect-error BAD_REQUEST, the default, has no fields.
    defineError({ text: "No such user", fields });
    // @ts-expect-error A shared code has only its own fields.
    defineError({ code: "STREAM_DOES_NOT_EXIST", text: "Channel does not exist", fields });
    const code: string = "STREAM_DOES_NOT_EXIST".toUpperCase();
    // @ts-expect-error A code that is not known to the types could be a shared one.
    defineError({ code, text: "Channel does not exist", fields });
    const { fieldsSchema } = defineError({ code: "OUR_OWN", text: ({ user_id }) => `No user ${user_id}`, fields });
    assert.deepEqual(Object.keys(fieldsSchema.shape), ["user_id"]);
  });
});
