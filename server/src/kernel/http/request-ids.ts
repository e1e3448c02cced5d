import { randomBytes } from "node:crypto";

/** Makes the ids of requests: short, different in every process, and in the order of arrival within one. */
export function requestIds(): () => string {
  const process = randomBytes(4).toString("hex");
  let count = 0;
  return () => `${process}-${(count++).toString(36)}`;
}
