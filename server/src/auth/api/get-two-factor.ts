import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { secondFactorOf } from "../two-factor/queries.ts";

export const getTwoFactor = endpoint.read({
  route: "GET /users/me/two_factor",
  summary: "See whether signing in to one's account takes a code",
  access: "user",
  humansOnly: true,
  response: z.object({
    is_on: z.boolean(),
    recovery_codes_left: z.int().describe("Of those that can be used once instead of a code"),
  }),
  errors: [],
  async handler({ db, actor }) {
    const factor = await secondFactorOf(db, actor.id);
    const isOn = (factor?.confirmed_at ?? null) !== null;
    return { is_on: isOn, recovery_codes_left: factor?.recovery_hashes.length ?? 0 };
  },
});
