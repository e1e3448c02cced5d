import { UserPage } from "../organization/users/user-page.tsx";
import { OwnBots } from "./own-bots.tsx";

/** The bots that one runs, or one of them. */
export const BotsPage = ({ id }: { id: string | undefined }) =>
  id === undefined ? <OwnBots /> : <UserPage key={id} userId={Number(id)} />;
