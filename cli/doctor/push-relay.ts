import { z } from "zod";
import { readResponseBody } from "@parlance/kernel/outgoing/read-response.ts";
import { fail, type Finding, ok } from "./finding.ts";

const CHECK = "push relay";
const REQUEST_TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 65_536;
const ADVICE =
  "Check PARLANCE_PUSH_RELAY_URL, and that this machine can connect to it. Push notifications wait until it does.";

/** A relay's response to a server that is not registered with it. */
const rejectionSchema = z.looseObject({ result: z.literal("error"), code: z.string() });

/** Checks whether there is a push relay at the URL, without sending it any data. */
export async function checkPushRelay(relayUrl: string): Promise<Finding> {
  try {
    const answer = await fetch(`${relayUrl}api/v1/remotes/server/analytics`, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const { success } = rejectionSchema.safeParse(await readJson(answer));
    if (success && answer.status === 401) return ok(CHECK, `${relayUrl} answers`);
    return fail(CHECK, `${relayUrl} is not a push relay (status ${answer.status})`, ADVICE);
  } catch {
    return fail(CHECK, `${relayUrl} cannot be reached`, ADVICE);
  }
}

/** Parses the response as JSON. Returns undefined if it is not JSON, or too large. */
async function readJson(answer: Response): Promise<unknown> {
  try {
    return JSON.parse((await readResponseBody(answer, MAX_RESPONSE_BYTES)).toString());
  } catch {
    return undefined;
  }
}
