import { startSession } from "@parlance/server/modules/sign-in/sessions/actions/start-session.ts";
import { clock } from "../test-clock.ts";
import { Person } from "./test-user.ts";
import type { TestServer } from "../servers/test-server.ts";

/** Somebody in front of a browser that is signed in: on one of our own pages, unless told otherwise. */
export class SignedIn extends Person {
  /** What the browser's cookie holds. */
  readonly token: string;

  constructor(person: Person, token: string) {
    super(person.site, person);
    this.token = token;
  }

  override at({ port }: { readonly port: number }): SignedIn {
    return new SignedIn(super.at({ port }), this.token);
  }

  override get credentials(): Readonly<Record<string, string>> {
    return { cookie: `parlance_session=${this.token}`, "x-parlance-page": "1", "sec-fetch-site": "same-origin" };
  }
}

interface SignIn {
  /** Default: by a password. */
  readonly method?: string;
  readonly userAgent?: string;
  readonly ip?: string;
}

/** Signs one more browser of a person in. */
export async function signsIn(
  { db }: Pick<TestServer, "db">,
  person: Person,
  { method = "Email", userAgent = "", ip = "192.0.2.1" }: SignIn = {},
): Promise<SignedIn> {
  const session = { userId: person.id, method, origin: { ip, userAgent }, now: clock.now() };
  return new SignedIn(person, await db.write((tx) => startSession(tx, session)));
}
