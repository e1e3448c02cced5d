import { z } from "zod";
import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { MustBeAdministrator } from "#kernel/http/errors.ts";
import { id, int } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { accessUser } from "#modules/users/core/access.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { mustReadMessage } from "#modules/messages/core/policy.ts";
import { bars, occasions, reservations } from "@parlance/contract/notices/decision.ts";
import { explain as explainNotices, type Explanation } from "../explanation.ts";

const Carried = z.strictObject({
  is_told: z.boolean(),
  why: z
    .enum([...occasions, ...bars, ...reservations, "not_then"])
    .describe(
      "What the message is to them, where it is told; else what is in the way. `not_then`: nothing by what holds now, but when the " +
        "message came they were at a client, had read it, or had chosen otherwise",
    ),
});

export const explain = endpoint.read({
  route: "GET /messages/:message_id/notices",
  summary: "See why somebody was told of a message, or why not",
  description:
    "By notifications on their phone and in their browser, and by letters. What was told is remembered for 30 days; the " +
    "rest is explained by what holds now. Administrators may ask about others, of messages that they can read themselves; whom " +
    "somebody has muted, and when they are not to be disturbed, they do not learn: to them, that is one of the settings.",
  access: "user",
  params: z.object({ message_id: int() }),
  input: z.object({ user_id: id().optional().describe("Who was told, or not. Default: the caller") }),
  response: z.object({ notices: z.strictObject({ phone: Carried, browser: Carried, mail: Carried }) }),
  errors: [InvalidMessages, MustBeAdministrator, NoSuchUser],
  async handler({ db, actor, realm, directory }, { params, input }) {
    const userId = input.user_id ?? actor.id;
    const isOwn = userId === actor.id;
    if (!isOwn && !isAtLeast(actor.role, "administrator")) throw new MustBeAdministrator();
    await mustReadMessage(db, { ...actor, isSpectator: false }, params.message_id);
    await accessUser(db, actor, userId);
    const asked = { directory, realmId: realm.id, userId, messageId: params.message_id };
    const notices = await explainNotices(db, asked);
    return { notices: isOwn ? notices : forOthers(notices) };
  },
});

/** What others may know of it: whom and what somebody muted is theirs alone. */
const forOthers = ({ phone, browser, mail }: Explanation): Explanation => ({
  phone: forOther(phone),
  browser: forOther(browser),
  mail: forOther(mail),
});

/** Reasons that are somebody's own affair. */
const OWN: ReadonlySet<string> = new Set(["muted_sender", "muted", "do_not_disturb"]);

const forOther = (one: Explanation["phone"]): Explanation["phone"] =>
  OWN.has(one.why) ? { ...one, why: "settings" } : one;
