import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { finishStep } from "../actions/finish-step.ts";
import { UnknownStep } from "../errors.ts";

export const finish = endpoint.write({
  route: "POST /users/me/onboarding_steps",
  summary: "Mark an onboarding step as read",
  description:
    "A client that has shown one of the hints in `onboarding_steps` of the register response calls this, so " +
    "that no other client shows it again. Repeating the request is safe.",
  access: "user",
  input: z.object({ onboarding_step: text().describe("`name` of the step.") }),
  response: z.object({}),
  errors: [UnknownStep],
  async handler(ctx, { input }) {
    await finishStep(ctx, input.onboarding_step);
    return {};
  },
});
