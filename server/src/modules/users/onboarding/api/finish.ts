import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { text } from "#kernel/http/params.ts";
import { finishStep } from "../actions/finish-step.ts";
import { UnknownStep } from "../errors.ts";

export const finish = endpoint.write({
  route: "POST /users/me/onboarding_steps",
  summary: "Note that a hint was shown",
  description:
    "A client that shows one of the hints which `onboarding_steps` of the snapshot lists says so here, so that no other " +
    "client shows it again. May be repeated.",
  access: "user",
  input: z.object({ onboarding_step: text().describe("The `name` of the step") }),
  response: z.object({}),
  errors: [UnknownStep],
  async handler(ctx, { input }) {
    await finishStep(ctx, input.onboarding_step);
    return {};
  },
});
