import { startSession } from "@parlance/server/modules/sign-in/sessions/actions/start-session.ts";
import { clock } from "../test-clock.ts";
import { TestUser } from "./test-user.ts";
import type { TestServer } from "../servers/test-server.ts";

/** A user with a browser session. By default, the requests are those of a server-rendered page. */
export class SessionUser extends TestUser {
  /** Content of the browser's cookie. */
  readonly sessionToken: string;

  constructor(person: TestUser, token: string) {
    super(person.site, person);
    this.sessionToken = token;
  }

  override at({ port }: { readonly port: number }): SessionUser {
    return new SessionUser(super.at({ port }), this.sessionToken);
  }

  override get credentials(): Readonly<Record<string, string>> {
    return { cookie: `parlance_session=${this.sessionToken}`, "x-parlance-page": "1", "sec-fetch-site": "same-origin" };
  }
}

interface SignInOptions {
  /** How the user has logged in. Default: with a password. */
  readonly method?: string;
  readonly userAgent?: string;
  readonly ip?: string;
}

/** Creates another browser session of a user. */
export async function signInWithSession(
  { db }: Pick<TestServer, "db">,
  person: TestUser,
  { method = "Email", userAgent = "", ip = "192.0.2.1" }: SignInOptions = {},
): Promise<SessionUser> {
  const session = { userId: person.id, method, origin: { ip, userAgent }, now: clock.now() };
  return new SessionUser(person, await db.write((tx) => startSession(tx, session)));
}
