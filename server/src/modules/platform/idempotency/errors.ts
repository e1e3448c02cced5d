import { defineError } from "@parlance/kernel/base/errors.ts";

export const InvalidIdempotencyKey = defineError({
  text: "Invalid Idempotency-Key header: it must have 1 to 255 visible ASCII characters",
});
export const IdempotencyKeyReused = defineError({
  code: "IDEMPOTENCY_KEY_REUSED",
  status: 409,
  text: "This idempotency key was already used for another request",
});
