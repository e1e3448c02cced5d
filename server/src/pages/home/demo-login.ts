import { PASSWORD_METHOD } from "#modules/sign-in/passwords/local-password-backend.ts";
import { demoUsers, type DemoUser, demoUserKeys } from "../../demo/demo-users.ts";
import { finishSignIn } from "../sign-in/finish-sign-in.ts";
import { form } from "../layout/form.ts";
import { type Html, html } from "../layout/html.ts";
import type { Route, Visit } from "../http/page-types.ts";

const roleNames: Readonly<Record<Exclude<DemoUser, "bot">, string>> = {
  owner: "owner",
  admin: "administrator",
  moderator: "moderator",
  member: "member",
  member2: "member",
  guest: "guest",
};

const demoParts = demoUserKeys.filter((part) => part !== "bot");

/** Host names that always denote the local machine. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127(\.\d+){3})$/;

/** Headers that proxies add to the requests they forward. */
const PROXY_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const;

/**
 * Returns true if visitors can log in as demo users without a password: only if the server can be reached from its own
 * machine alone, and only until other users have joined, because the organization is then in real use.
 */
async function isOffered({ services, realm, origin, proxiedRequest }: Visit): Promise<boolean> {
  const { demo, site, db } = services;
  if (demo.credentials === null || realm.subdomain !== "") return false;
  const isHere = [site.url, origin].every((url) => LOOPBACK.test(new URL(url).hostname));
  const isDirect =
    LOOPBACK_ADDRESS.test(proxiedRequest.peer) &&
    PROXY_HEADERS.every((name) => proxiedRequest.header(name).length === 0);
  if (!isHere || !isDirect) return false;
  const others = await db.reader
    .selectFrom("account")
    .select("id")
    .where("realm_id", "=", realm.id)
    .where("bot_type", "is", null)
    .where(
      "delivery_email",
      "not in",
      demoParts.map((part) => demoUsers[part].email),
    )
    .limit(1)
    .executeTakeFirst();
  return others === undefined;
}

/** Returns buttons that log the visitor in as a demo user with one click; undefined if this is not offered. */
export async function demoUserButtons(visit: Visit): Promise<Html | undefined> {
  if (!(await isOffered(visit))) return undefined;
  return html`<h2>Look around</h2>
    <p>This is a demo organization on your own machine. Log in as one of its users:</p>
    <div class="actions">
      ${demoParts.map((part) =>
        form(visit, {
          action: "/demo/login",
          content: [html`<input type="hidden" name="part" value="${part}" />`],
          button: `${demoUsers[part].fullName}, ${roleNames[part]}`,
          isInline: true,
        }),
      )}
    </div>`;
}

/** Logs the visitor in as a demo user, without a password. */
export const demoLogin: Route = {
  path: "/demo/login",
  get: async () => ({ to: "/" }),
  async post(visit) {
    const part = demoParts.find((one) => one === visit.form["part"]);
    if (part === undefined || !(await isOffered(visit))) return { to: "/login" };
    const account = await visit.services.db.reader
      .selectFrom("account")
      .select("id")
      .where("realm_id", "=", visit.realm.id)
      .where("delivery_email", "=", demoUsers[part].email)
      .where("is_active", "=", true)
      .executeTakeFirst();
    if (!account) return { to: "/login" };
    const signIn = { userId: account.id, method: PASSWORD_METHOD, secondFactor: null };
    return visit.services.db.write((tx) => finishSignIn(tx, visit, signIn));
  },
};
