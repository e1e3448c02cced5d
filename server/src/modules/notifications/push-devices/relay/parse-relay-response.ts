import { z } from "zod";
import { ResponseTooLarge, readResponseBody } from "@parlance/kernel/outgoing/read-response.ts";
import { RelayFailure } from "./relay-failure.ts";

/** An answer names at most the phones it was asked about. */
const MAX_RESPONSE_BYTES = 4 * 2 ** 20;
const MAX_MESSAGE_CHARACTERS = 500;

/** A code is stored, and a message is logged, so that they are taken as far as they look like such. */
const relayResponseShape = z
  .object({
    result: z.string(),
    msg: z
      .string()
      .default("")
      .transform((text) => text.slice(0, MAX_MESSAGE_CHARACTERS)),
    code: z
      .string()
      .regex(/^\w{1,100}$/)
      .catch(""),
  })
  .loose();

/**
 * Reads what a relay answered; undefined: it is no answer of a relay.
 * @throws RelayFailure where it breaks off
 */
export async function parseRelayResponse(response: Response): Promise<z.output<typeof relayResponseShape> | undefined> {
  try {
    return relayResponseShape.safeParse(JSON.parse((await readResponseBody(response, MAX_RESPONSE_BYTES)).toString()))
      .data;
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof ResponseTooLarge) return undefined;
    throw new RelayFailure("away", "the relay closed the connection", { cause });
  }
}
