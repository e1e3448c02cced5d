import { z } from "zod";
import { ResponseTooLarge, readResponseBody } from "@parlance/kernel/outgoing/read-response.ts";
import { RelayFailure } from "./relay-failure.ts";

/** Maximum size of a response, in bytes. A response contains at most the phones of its request. */
const MAX_RESPONSE_BYTES = 4 * 2 ** 20;
const MAX_MESSAGE_CHARACTERS = 500;

/** Schema of a response. Codes are stored and messages are logged, so invalid ones are replaced. */
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
 * Parses the response of a relay; undefined if it is invalid.
 * @throws RelayFailure if the connection is closed
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
