import { z } from "zod";
import { exactly } from "@parlance/kernel/http/params.ts";
import { identifies } from "#modules/platform/parameters/identifying-parameters.ts";

const [LEAST, GREATEST] = [-(2n ** 63n), 2n ** 63n - 1n];

const isAccountId = (text: string): boolean =>
  /^(0|-?[1-9]\d{0,18})$/.test(text) && BigInt(text) >= LEAST && BigInt(text) <= GREATEST;

/**
 * Schema of a 64-bit number that a client has chosen. It remains text, because JavaScript numbers cannot represent it
 * exactly.
 */
export const pushAccountId = () =>
  identifies(
    z
      .string()
      .refine(isAccountId, exactly("push_account_id is not an integer"))
      .meta({ type: "integer", format: "int64" }),
    "push account",
  );
