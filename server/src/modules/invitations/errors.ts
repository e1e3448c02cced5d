import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";

export const NoSuchInvitation = defineError({ text: "No such invitation" });
export const InvitationRevokedBefore = defineError({ text: "Invitation has already been revoked" });

export const NoAddress = defineError({ text: "You must specify at least one email address." });
export const TooManyAddresses = defineError({ text: "Too many email addresses (limit: 10000)" });
export const InvalidOfferedChannel = defineError({
  text: ({ stream_id }: { stream_id: number }) => `Invalid channel ID ${stream_id}. No invites were sent.`,
});
export const CannotSubscribeOthers = defineError({
  text: "You do not have permission to subscribe other users to channels.",
});

const failure = z.object({
  errors: z
    .array(z.array(z.union([z.string(), z.boolean()])).length(3))
    .describe(
      "For each address that was not invited: the address, the reason, and whether its account is deactivated.",
    ),
  sent_invitations: z.boolean().describe("Whether all other addresses were invited."),
  daily_limit_reached: z.boolean(),
  license_limit_reached: z.boolean().describe("Always false."),
});
const failed = (text: string) => defineError({ code: "INVITATION_FAILED", text, fields: failure });

export const DailyLimitReached = failed(
  "To protect users, this server limits the number of invitations you can send in one day. Because you have reached " +
    "the limit, no invitations were sent.",
);
export const TooNewToInvite = failed(
  "Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.",
);
export const InvalidAddresses = failed("Some emails did not validate, so we didn't send any invitations.");
export const NoneInvited = failed("We weren't able to invite anyone.");
export const SomeNotInvited = failed(
  "Some of those addresses are already using Parlance, so we didn't send them an invitation. We did send invitations " +
    "to everyone else!",
);

/** Thrown if the invitation does not exist, or can no longer be used to join. */
export const InvitationNotUsable = defineError({
  text: (_: { state: "unknown" | "used" | "revoked" | "expired" }) => "This invitation cannot be used.",
});
export const InvitationRequired = defineError({
  text: ({ email }: { email: string }) => `Please request an invite for ${email} from the organization administrator.`,
});

/** Errors about invitations by email. */
export const invitationEmailErrors = [
  NoAddress,
  TooManyAddresses,
  DailyLimitReached,
  TooNewToInvite,
  InvalidAddresses,
  NoneInvited,
  SomeNotInvited,
] as const;
