import { Command } from "commander";
import {
  userDeactivateCommand,
  userReactivateCommand,
  userResetTwoFactorCommand,
  userSetRateLimitCommand,
} from "./user-access.ts";
import { userCreateCommand } from "./user-create.ts";
import { userListCommand } from "./user-list.ts";
import { userApiKeyCommand, userSetPasswordCommand, userSetRoleCommand } from "./user-change.ts";

export const userCommand = (): Command =>
  new Command("user")
    .summary("create, list and change accounts")
    .description("Creates, lists and changes the accounts of an organization.")
    .addCommand(userCreateCommand())
    .addCommand(userListCommand())
    .addCommand(userSetRoleCommand())
    .addCommand(userSetPasswordCommand())
    .addCommand(userApiKeyCommand())
    .addCommand(userResetTwoFactorCommand())
    .addCommand(userSetRateLimitCommand())
    .addCommand(userDeactivateCommand())
    .addCommand(userReactivateCommand());
