import { roles, type Role } from "./stage.ts";

/** What each role is answered: `ok`, or the text of the refusal. */
export type Answers = Readonly<Record<Role, string>>;

export const OK = "ok";
export const NOT_FOR_GUESTS = "Not allowed for guest users";
export const NOT_FOR_BOTS = "This endpoint does not accept bot requests.";
export const INSUFFICIENT = "Insufficient permission";
export const ADMINISTRATORS_ONLY = "Must be an organization administrator";
export const OWNERS_ONLY = "Must be an organization owner";
/** What somebody of another organization is told, whatever they ask for. */
const STRANGERS = "Account is not associated with this subdomain";

const all = (answer: string) => Object.fromEntries(roles.map((role) => [role, answer])) as Record<Role, string>;

/** Nobody is asked who they are. */
export const everybody = (answer = OK): Answers => all(answer);

/** Everybody of the organization. */
export const users = (answer = OK): Answers => ({ ...all(answer), stranger: STRANGERS });

/** All but guests. */
export const members = (answer = OK): Answers => ({ ...users(answer), guest: NOT_FOR_GUESTS });

/** All people; bots are told so. */
export const humans = (answers: Answers = users()): Answers => ({ ...answers, bot: NOT_FOR_BOTS });

const ranks: readonly Role[] = ["owner", "administrator", "moderator", "member", "newMember", "guest"];

/** This role and those above it; the rest, and bots of members, are refused in these words. */
export function from(lowest: Role, refusal: string): Answers {
  const allowed = ranks.slice(0, ranks.indexOf(lowest) + 1);
  return { ...users(refusal), ...Object.fromEntries(allowed.map((role) => [role, OK])) };
}

/** Who is in `role:fullmembers`, which this test's organization asks for: bots that are old enough as well. */
export const fullMembers = (refusal = INSUFFICIENT): Answers => ({ ...from("member", refusal), bot: OK });

/** The answers with some of them replaced. */
export const but = (answers: Answers, changes: Partial<Answers>): Answers => ({ ...answers, ...changes });
